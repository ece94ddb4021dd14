"use client";

import { useSyncExternalStore } from "react";

/** Below Tailwind's `sm` there is no room for a grid. */
const query = "(width < 40rem)";

/** Tracks whether the window is as narrow as a phone; null until hydrated, as the server has no window. */
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
