import { withMoved } from "@/components/record-card/rows/moved-rows";
import { type Rows, rowOfRecord, withoutRecords } from "@/components/record-card/rows/segments";
import type { Record } from "@/lib/contract/records";

/** A place among the cards of a stack. */
export interface CardPlace {
  /** The id of the stack. */
  readonly stackId: string;
  readonly row: number;
}

/** Cards shown at another place than the one in which the server has them. */
export interface CardMove {
  /** As they are shown, with the value of their new stack. */
  readonly records: readonly Record[];
  /** The row is counted without the moved cards, and used where `after` is not shown. */
  readonly to: CardPlace;
  /** The record before them; null at the top, undefined where the view's sorts decide. */
  readonly after: string | null | undefined;
}

/** The rows of all stacks by their ids. */
export type BoardRows = ReadonlyMap<string, Rows>;

/** Shows moves before the server has confirmed them. Stacks without a change keep the same object. */
export function withMoves(board: BoardRows, moves: readonly CardMove[]): BoardRows {
  return moves.reduce(withMove, board);
}

function withMove(board: BoardRows, { records, to, after }: CardMove): BoardRows {
  const ids = new Set(records.map(({ id }) => id));
  const moved = new Map([...board].map(([stackId, rows]) => [stackId, withoutRecords(rows, ids)]));
  const rows = moved.get(to.stackId);
  return rows ? moved.set(to.stackId, withMoved(rows, { records, row: to.row, after })) : moved;
}

/** The place of a record on the board, if it is loaded. */
export function placeOf(board: BoardRows, recordId: string): CardPlace | undefined {
  for (const [stackId, rows] of board) {
    const row = rowOfRecord(rows, recordId);
    if (row !== undefined) return { stackId, row };
  }
  return undefined;
}
