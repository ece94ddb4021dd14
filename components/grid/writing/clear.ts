import { isReadOnly } from "@/components/cells/editors";
import { showsFailedText } from "@/components/cells/failed-text";
import { discardFailure } from "@/components/cells/write-draft";
import { notifyReadOnly } from "../commands/notify-read-only";
import { countCells, disjoint } from "../cursor/selection";
import { activeCell, type GridState, selectedAreas, selectedColumns } from "../grid-state";
import type { NewValue } from "./filling";
import { writeCells } from "./write-cells";

/** Empties the selected cells. A single cell that shows text that was not saved shows its value again instead. */
export function clear(grid: GridState): void {
  const cell = activeCell(grid);
  const isOnlyOne = countCells(selectedAreas(grid)) === 1;
  if (cell && isOnlyOne && showsFailedText(cell)) return void discardFailure(cell, grid);
  const columns = selectedColumns(grid);
  if (columns.every(isReadOnly)) return void notifyReadOnly(columns, grid);
  const fillings = disjoint(selectedAreas(grid)).map((area) => ({
    area,
    valueAt: (_: number, column: number) => emptied(grid, column),
  }));
  void writeCells(grid, { label: "Clearing", fillings });
}

function emptied({ columns }: GridState, index: number): NewValue | undefined {
  const column = columns[index];
  return column && { value: column.fieldType.empty, draft: "" };
}
