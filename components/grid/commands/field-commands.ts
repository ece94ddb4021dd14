import { withoutPrimary } from "@/components/fields/field-order";
import type { Field } from "@/lib/contract/fields";
import { type GridState, selectedColumns } from "../grid-state";

/** Asks whether the fields of what is selected are to go. */
export function deleteFields(grid: GridState): void {
  const fields = coveredFields(grid);
  if (fields.length > 0) grid.services.deleteFields(fields);
}

/** Has the view show the fields of what is selected no more. */
export function hideFields(grid: GridState): void {
  const fields = coveredFields(grid);
  if (fields.length > 0) grid.services.hideFields(fields);
}

/** All but the primary one, which stays; that is said where there is no other. */
function coveredFields(grid: GridState): Field[] {
  const { table, notify } = grid.services;
  const fields = selectedColumns(grid).map(({ field }) => field);
  const others = withoutPrimary(table, fields);
  if (fields.length > 0 && others.length === 0) {
    notify({ title: "The primary field stays", detail: "It names each record." });
  }
  return others;
}
