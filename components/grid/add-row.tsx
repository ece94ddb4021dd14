import { Plus } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { tailHeight } from "./viewport/geometry";

export interface AddRowProps {
  readonly isAdding: boolean;
  readonly add: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The line below the last row. */
export function AddRow({
  isAdding,
  add,
  onKeyDown,
  ref,
}: AddRowProps & { readonly ref: Ref<HTMLButtonElement> }) {
  return (
    <button
      ref={ref}
      type="button"
      aria-disabled={isAdding}
      onClick={add}
      onKeyDown={onKeyDown}
      className="sticky start-0 flex w-40 items-center gap-2 px-3 text-muted hover:text-text"
      style={{ height: tailHeight }}
    >
      <Plus aria-hidden className="size-4" strokeWidth={1.75} />
      New record
    </button>
  );
}
