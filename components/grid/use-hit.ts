import { useEffect, useRef } from "react";
import { fieldType } from "@/lib/field-types";
import type { GridColumn } from "./columns";
import { commit } from "./commands";
import { idle, type Position, select } from "./cursor";
import type { GridState } from "./grid-state";
import { uncover } from "./groups/fold-commands";
import { isBlank } from "./is-blank";

interface HitGrid {
  readonly state: () => GridState;
  readonly reveal: (position: Position) => void;
  /** What is looked for. */
  readonly search: string;
}

/** Selects the cell of the row that a search has come to; the focus stays where the search is written. */
export function useHit(hit: number | null, { state, reveal, search }: HitGrid): void {
  const come = useRef<number | null>(null);
  // After each drawing: the row's record may have come only now.
  useEffect(() => {
    if (hit === come.current) return;
    const grid = state();
    if (hit === null) {
      come.current = null;
      // The row that was come to is another one now; unless somebody is at work there, it is left.
      if (!document.activeElement?.closest("[role$='grid']")) grid.setCursor(idle);
      return;
    }
    // Then it is drawn once more.
    if (uncover(hit, grid)) return;
    reveal({ row: hit, column: 0 });
    const record = grid.recordAt(hit);
    if (!record) return;
    come.current = hit;
    commit(grid);
    const column = Math.max(
      0,
      grid.columns.findIndex((each) => holds(record.data[each.field.id], each, search)),
    );
    const position = { row: hit, column };
    grid.setCursor(select(position, grid.bounds));
    reveal(position);
  });
}

/** Whether a cell says what is looked for, as its plain text or as it is seen. */
function holds(value: unknown, { field }: GridColumn, search: string): boolean {
  if (isBlank(value)) return false;
  const { toText, display } = fieldType(field.type);
  const wanted = search.toLowerCase();
  const texts = [toText(value, field.template), display(value, field.template)];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}
