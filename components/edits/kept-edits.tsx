"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import { forgetWrite, type KeptWrite, keptWrites } from "./kept-writes";
import { holdOwnTab, resumeWrites } from "./resume-writes";
import { signInAs } from "./signed-in-as";

/** Sends the changes kept by earlier tabs of this person, and reports changes of other people kept in this browser. */
export function KeptEdits({ identity }: { readonly identity: string }) {
  const queryClient = useQueryClient();
  const [foreign, setForeign] = useState<readonly KeptWrite[]>([]);
  useEffect(() => {
    signInAs(identity);
    holdOwnTab();
    const stop = new AbortController();
    document.addEventListener("visibilitychange", look, { signal: stop.signal });
    look();
    return () => stop.abort();

    function look(): void {
      resumeWrites(queryClient);
      setForeign(keptWrites(() => localStorage).filter((write) => write.identity !== identity));
    }
  }, [queryClient, identity]);

  if (foreign.length === 0) return null;
  const count = foreign.reduce((sum, { edits }) => sum + edits.length, 0);
  return (
    <section
      aria-label="Someone else's changes"
      className="fixed inset-x-2 bottom-2 z-30 mx-auto flex max-w-2xl flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-border bg-raised px-3 py-2 text-dense shadow-raised"
    >
      <p role="status" className="min-w-0 flex-1 basis-64">
        Someone else has {counted(count, "unsaved change")} in this browser. {count === 1 ? "It" : "They"}{" "}
        will be saved when that person signs in here again.
      </p>
      <div className="flex gap-2">
        <Button
          look="danger"
          onClick={() => {
            for (const { key } of foreign) forgetWrite(() => localStorage, key);
            setForeign([]);
          }}
        >
          Discard
        </Button>
        <Button onClick={() => setForeign([])}>Keep</Button>
      </div>
    </section>
  );
}
