import { loadedIn, recordAt } from "@/components/record-card/rows/segments";
import type { Record } from "@/lib/contract/records";
import type { BoardState } from "../board-state";

/** The focused card, if it is loaded. */
export function focusedRecord({ focus, rows }: Pick<BoardState, "focus" | "rows">): Record | undefined {
  const stack = focus && rows.get(focus.stackId);
  return stack && focus.row >= 0 ? recordAt(stack, focus.row) : undefined;
}

/** The cards that a command concerns: those selected if the given one is among them, else that one. In board order. */
export function recordsWith(
  record: Record,
  { selected, rows }: Pick<BoardState, "selected" | "rows">,
): Record[] {
  if (!selected.has(record.id)) return [record];
  return [...rows.values()].flatMap((stack) => loadedIn(stack).filter(({ id }) => selected.has(id)));
}

/** The cards that a command by key or menu concerns. */
export function actedRecords(board: BoardState): Record[] {
  const focused = focusedRecord(board);
  return focused ? recordsWith(focused, board) : [];
}
