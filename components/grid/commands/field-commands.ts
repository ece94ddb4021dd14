import { withoutPrimary } from "@/components/fields/field-order";
import type { Field } from "@/lib/contract/fields";
import { type GridState, selectedColumns } from "../grid-state";

/** Asks to delete the fields of the selection. */
export function deleteFields(grid: GridState): void {
  const fields = coveredFields(grid);
  if (fields.length > 0) grid.services.deleteFields(fields);
}

/** Hides the fields of the selection. */
export function hideFields(grid: GridState): void {
  const fields = coveredFields(grid);
  if (fields.length > 0) grid.services.hideFields(fields);
}

/** All selected fields except the primary one, with a message if there are no others. */
function coveredFields(grid: GridState): Field[] {
  const { table, notify } = grid.services;
  const fields = selectedColumns(grid).map(({ field }) => field);
  const others = withoutPrimary(table, fields);
  if (fields.length > 0 && others.length === 0) {
    notify({ title: "The primary field can't be hidden or deleted", detail: "It names each record." });
  }
  return others;
}
