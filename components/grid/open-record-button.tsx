import { Maximize2 } from "lucide-react";
import { openRecord } from "./open-record";

/** In a row's number while the pointer is over the row, and on touch screens always. Keys and menus have their own ways. */
export function OpenRecordButton({ recordId }: { recordId: string }) {
  return (
    <button
      type="button"
      aria-hidden
      tabIndex={-1}
      title="Open record"
      onClick={() => openRecord(recordId)}
      className="absolute start-3 hidden size-5 items-center justify-center rounded text-muted hover:bg-hover hover:text-text pointer-coarse:flex [[role=row]:hover_&]:flex"
    >
      <Maximize2 aria-hidden className="size-3.5" strokeWidth={1.75} />
    </button>
  );
}
