import { isReadOnly } from "@/components/cells/editors";
import { notifyReadOnly } from "../commands/notify-read-only";
import { disjoint } from "../cursor/selection";
import { type GridState, selectedAreas, selectedColumns } from "../grid-state";
import type { NewValue } from "./filling";
import { writeCells } from "./write-cells";

/** Empties the selected cells. */
export function clear(grid: GridState): void {
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
