"use client";

import { useSyncExternalStore } from "react";

/** The token in the URL fragment, as in `/invite#token=…`; empty if there is none, undefined until it is read. */
export function useToken(): string | undefined {
  return useSyncExternalStore(watchFragment, readToken, () => undefined);
}

function watchFragment(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

function readToken(): string {
  return new URLSearchParams(window.location.hash.replace(/^#/, "")).get("token") ?? "";
}
