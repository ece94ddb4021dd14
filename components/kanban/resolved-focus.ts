import { recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import type { BoardFocus } from "./board-state";
import { firstPlace, type StackShape, within } from "./moves/board-steps";
import { type BoardRows, placeOf } from "./moves/card-moves";

/** The place that has the focus now: where its record is, or the nearest place if that is gone. */
export function resolvedFocus(
  wanted: BoardFocus | null,
  { shapes, rows }: { readonly shapes: readonly StackShape[]; readonly rows: BoardRows },
): BoardFocus | null {
  const shape = shapes.find(({ id }) => id === wanted?.stackId);
  if (!wanted || !shape) {
    const first = firstPlace(shapes);
    return first ? { ...first, recordId: null, turn: wanted?.turn ?? 0 } : null;
  }
  const { recordId, stackId } = wanted;
  if (recordId === null) {
    const row = within(shape, wanted.row);
    return {
      ...wanted,
      row,
      recordId: row < 0 ? null : (recordAt(rows.get(stackId) ?? [], row)?.id ?? null),
    };
  }
  const own = rowOfRecord(rows.get(stackId) ?? [], recordId);
  if (own !== undefined) return { ...wanted, row: own };
  const elsewhere = placeOf(rows, recordId);
  return elsewhere
    ? { ...wanted, ...elsewhere }
    : { ...wanted, row: within(shape, wanted.row), recordId: null };
}
