import { recordsWith } from "@/components/record-card/acted-records";
import { recordAt } from "@/components/record-card/rows/segments";
import type { Record } from "@/lib/contract/records";
import type { BoardState } from "../board-state";

/** The focused card, if it is loaded. */
export function focusedRecord({ focus, rows }: Pick<BoardState, "focus" | "rows">): Record | undefined {
  const stack = focus && rows.get(focus.stackId);
  return stack && focus.row >= 0 ? recordAt(stack, focus.row) : undefined;
}

/** The cards that a command by key or menu concerns. */
export function actedRecords(board: BoardState): Record[] {
  const focused = focusedRecord(board);
  return focused ? recordsWith(focused, { selected: board.selected, lists: board.rows.values() }) : [];
}
