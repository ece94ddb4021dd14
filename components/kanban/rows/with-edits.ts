import type { Edits } from "@/components/edits/edits";
import { withEdits as rowsWithEdits } from "@/components/record-card/rows/with-edits";
import type { BoardRows } from "../moves/card-moves";

/** Shows pending edits in the records of a board. Stacks without any keep the same object. */
export function withEdits(board: BoardRows, edits: Edits): BoardRows {
  if (edits.records.size === 0) return board;
  return new Map([...board].map(([stackId, rows]) => [stackId, rowsWithEdits(rows, edits)]));
}
