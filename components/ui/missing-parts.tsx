"use client";

import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { createObservable } from "@/lib/client/observable";
import { Button } from "./button";
import { IconButton } from "./icon-button";

/** Loads the missing parts again; empty while none is missing. */
const retries = createObservable<readonly (() => void)[]>([]);

/** Reports that a part of the page could not be loaded, as without a network or after an upgrade of the server. */
export function reportMissing(retry: () => void): void {
  retries.set([...retries.get(), retry]);
}

/** One message for all parts that are missing. Not a toast: the script for toasts may be missing as well. */
export function MissingParts() {
  const missing = useSyncExternalStore(retries.subscribe, retries.get, retries.get);
  if (missing.length === 0) return null;
  function retryAll(): void {
    retries.set([]);
    for (const retry of missing) retry();
  }
  return (
    <div
      role="alert"
      className="fixed bottom-16 left-4 z-45 flex max-w-[calc(100vw-2rem)] items-center gap-3 rounded-lg bg-raised py-2 ps-4 pe-2 text-dense shadow-raised"
    >
      <div className="min-w-0">
        <p className="font-medium">This part of the page could not be loaded</p>
        <p className="text-muted">Check your connection and try again, or reload the page.</p>
      </div>
      <Button onClick={retryAll}>Retry</Button>
      <IconButton icon={X} label="Dismiss" onClick={() => retries.set([])} />
    </div>
  );
}
