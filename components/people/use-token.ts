"use client";

import { useState, useSyncExternalStore } from "react";
import { type Problems, problemsOf } from "@/components/forms/problems";
import { isSignedOut } from "@/lib/contract/errors";

/** The token of a link that works once. */
interface LinkToken {
  readonly token: string | undefined;
  /** True if there is none, or the server has refused it. */
  readonly isDead: boolean;
  /** Reads the error of a call with the token. */
  readonly toProblems: (error: unknown) => Problems;
}

/** The token in the URL fragment of a link that works once. */
export function useLinkToken(): LinkToken {
  const token = useToken();
  const [dead, setDead] = useState("");
  return {
    token,
    isDead: token === dead,
    toProblems(error) {
      if (isSignedOut(error)) setDead(token ?? "");
      return problemsOf(error);
    },
  };
}

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
