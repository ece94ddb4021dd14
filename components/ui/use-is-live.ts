"use client";

import { useSyncExternalStore } from "react";

/**
 * False in the page as the server sent it, true once its scripts are at work. What acts by script is off until
 * then: a click or a letter that comes too early would be lost in silence.
 */
export function useIsLive(): boolean {
  return useSyncExternalStore(never, isLive, isNotLive);
}

function never(): () => void {
  return () => {};
}

function isLive(): boolean {
  return true;
}

function isNotLive(): boolean {
  return false;
}
