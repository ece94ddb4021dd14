import type { Failure } from "./edits";
import type { RecordCount } from "./use-records";

interface GridFooterProps {
  readonly count: RecordCount;
  /** Edits that are not on the server although an attempt was made. */
  readonly unsaved: number;
  /** Of the cell that has the focus. */
  readonly failure: Failure | undefined;
}

export function GridFooter({ count, unsaved, failure }: GridFooterProps) {
  return (
    <footer className="flex h-8 shrink-0 items-center gap-4 border-border border-t bg-background px-3 text-muted">
      <span className="shrink-0 tabular-nums">{countText(count)}</span>
      <span role="status" className="min-w-0 truncate">
        {unsaved > 0 && <span className="text-danger">{unsavedText(unsaved)}</span>}
      </span>
      {failure && <span className="ms-auto min-w-0 truncate text-danger">{failure.reason}</span>}
    </footer>
  );
}

function countText({ rows, isKnown }: RecordCount): string {
  if (!isKnown) return "Counting…";
  return rows === 1 ? "1 record" : `${rows.toLocaleString("en")} records`;
}

function unsavedText(unsaved: number): string {
  const changes = unsaved === 1 ? "1 change is" : `${unsaved.toLocaleString("en")} changes are`;
  return `The server cannot be reached: ${changes} not saved yet. Trying again…`;
}
