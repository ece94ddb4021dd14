import { useSyncExternalStore } from "react";

/** The API's root URL as seen from this browser. */
export function useServer(): string {
  const origin = useSyncExternalStore(
    () => () => {},
    () => window.location.origin,
    () => "",
  );
  return `${origin}/api/v1`;
}
