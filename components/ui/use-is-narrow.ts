"use client";

import { useSyncExternalStore } from "react";

/** Below this there is no room for a grid, as with Tailwind's `sm`. */
const query = "(width < 40rem)";

/** Whether the window is as narrow as a phone; null in the page as the server sent it, which does not know. */
export function useIsNarrow(): boolean | null {
  return useSyncExternalStore<boolean | null>(subscribe, isNarrow, () => null);
}

function subscribe(onChange: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener("change", onChange);
  return () => media.removeEventListener("change", onChange);
}

function isNarrow(): boolean {
  return window.matchMedia(query).matches;
}
