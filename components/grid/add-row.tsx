import { Plus } from "lucide-react";
import { tailHeight } from "./viewport/geometry";

interface AddRowProps {
  readonly isAdding: boolean;
  readonly add: () => void;
}

/** The line below the last row. */
export function AddRow({ isAdding, add }: AddRowProps) {
  return (
    <button
      type="button"
      aria-disabled={isAdding}
      onClick={add}
      className="sticky start-0 flex w-40 items-center gap-2 px-3 text-muted hover:text-text"
      style={{ height: tailHeight }}
    >
      <Plus aria-hidden className="size-4" strokeWidth={1.75} />
      New record
    </button>
  );
}
