import { widthOf } from "@/lib/contract/field-widths";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

/** Fits three digits beside a row's grip and button. */
export const minNumberWidth = 68;

/** The narrowest grid, in pixels, with frozen columns. Below, only row numbers are frozen. */
export const narrowest = 640;

/** Tests whether the columns of these fields can be frozen at the grid's current width. */
export function mayFreeze(
  fields: readonly Field[],
  table: Pick<Table, "primaryFieldId">,
  config: Pick<ViewConfig, "fieldWidths">,
): boolean {
  const grid = document.querySelector("[role=columnheader][data-field]")?.closest("[role$='grid']");
  const numbers = grid?.querySelector<HTMLElement>("[role=columnheader]");
  const frozen = fields.reduce(
    (sum, field) => sum + widthOf(field, table, config),
    numbers?.offsetWidth ?? minNumberWidth,
  );
  // Phones show no grid to measure.
  return !grid?.parentElement || mayStay(frozen, grid.parentElement.clientWidth);
}

/** Tests whether frozen columns leave enough width for the others. */
export function mayStay(frozen: number, width: number): boolean {
  return width >= narrowest && width - frozen >= leftForOthers;
}

const leftForOthers = 200;
