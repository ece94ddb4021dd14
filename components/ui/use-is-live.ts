"use client";

import { useSyncExternalStore } from "react";

/**
 * False until the page is hydrated. Controls that need scripts are disabled until then, because an early click or
 * key would be lost.
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
