"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/components/ui/icon-button";

/** Dismissible notes on why the page differs from what its URL names. */
export function PageNotes({ notes }: { notes: readonly string[] }) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  const open = notes.filter((note) => !closed.includes(note));
  if (open.length === 0) return null;
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2 border-border border-b bg-accent-soft ps-3 pe-1 text-dense"
    >
      <div className="min-w-0 flex-1 py-1.5">
        {open.map((note) => (
          <p key={note} className="break-words">
            {note}
          </p>
        ))}
      </div>
      <IconButton icon={X} label="Close note" onClick={() => setClosed(notes)} />
    </div>
  );
}
