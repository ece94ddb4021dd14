"use client";

import { useRef } from "react";
import { problemsOf } from "@/components/forms/problems";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { KeyItem } from "./key-item";
import type { Reach } from "./reach";
import { useKeys } from "./use-keys";

/** All keys, oldest first. */
export function KeyList({ reach }: { reach: Reach }) {
  const { data: keys, error, isFetching, refetch } = useKeys();
  const list = useRef<HTMLUListElement>(null);
  if (error) {
    return (
      <div className="flex flex-col items-start gap-3">
        <Notice>{`The keys couldn't be loaded. ${problemsOf(error)[""] ?? error.message}`}</Notice>
        <Button disabled={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!keys) return <Loading />;
  if (keys.length === 0) {
    return (
      <p className="border-border border-y py-8 text-muted">
        There is no key yet. Programs need one to call the API.
      </p>
    );
  }
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="API keys"
      className="divide-y divide-border border-border border-y outline-none"
    >
      {keys.map((key) => (
        // The focused button disappears with its key.
        <KeyItem key={key.id} value={key} reach={reach} onRevoked={() => list.current?.focus()} />
      ))}
    </ul>
  );
}

/** A placeholder of about the height of two keys. */
function Loading() {
  return (
    <div role="status" aria-label="Loading keys" className="divide-y divide-border border-border border-y">
      {[1, 2].map((number) => (
        <div key={number} className="flex h-24 animate-pulse flex-col justify-center gap-3">
          <div className="h-4 w-40 rounded bg-hover" />
          <div className="h-4 w-full rounded bg-hover" />
        </div>
      ))}
    </div>
  );
}
