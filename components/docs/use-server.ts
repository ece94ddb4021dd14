import { useSyncExternalStore } from "react";

/** Where the API is, as seen from this browser. */
export function useServer(): string {
  const origin = useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => "",
  );
  return `${origin}/api/v1`;
}
