import { type HiddenRows, rowAbove, rowBelow } from "@/components/groups/shown-rows";
import type { Area } from "./selection";
import type { Position } from "./steps";

/** Tab moves along the rows of a range, Enter down its columns. */
export type CycleStep = "next" | "previous" | "down" | "up";

/** The next cell within a range, wrapping at its ends and skipping hidden rows. */
export function cycleInSelection(
  { rows, columns }: Area,
  from: Position,
  step: CycleStep,
  hiddenRows: HiddenRows,
): Position {
  const isForth = step === "next" || step === "down";
  const row = isForth ? rowBelow(hiddenRows, from.row) : rowAbove(hiddenRows, from.row);
  const column = isForth ? from.column + 1 : from.column - 1;
  const isRowInside = row >= rows.first && row < rows.end;
  const isColumnInside = column >= columns.first && column < columns.end;
  const outermost = isForth
    ? { row: rowBelow(hiddenRows, rows.first - 1), column: columns.first }
    : { row: rowAbove(hiddenRows, rows.end), column: columns.end - 1 };
  if (step === "next" || step === "previous") {
    if (isColumnInside) return { row: from.row, column };
    return { row: isRowInside ? row : outermost.row, column: outermost.column };
  }
  if (isRowInside) return { row, column: from.column };
  return { row: outermost.row, column: isColumnInside ? column : outermost.column };
}
