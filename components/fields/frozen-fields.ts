import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import { widthOf } from "./field-widths";

/** Three digits beside the grip and the button of a row. */
export const leastNumberWidth = 68;

/** Narrower than this, only the row's number stays in sight: a frozen column would leave no room for others. */
export const narrowest = 640;

/** Whether the columns of these fields would stay in sight, by the width that the grid is seen in. */
export function mayFreeze(
  fields: readonly Field[],
  table: Pick<Table, "primaryFieldId">,
  config: Pick<ViewConfig, "fieldWidths">,
): boolean {
  const grid = document.querySelector("[role=columnheader][data-field]")?.closest("[role$='grid']");
  const numbers = grid?.querySelector<HTMLElement>("[role=columnheader]");
  const frozen = fields.reduce(
    (sum, field) => sum + widthOf(field, table, config),
    numbers?.offsetWidth ?? leastNumberWidth,
  );
  // On a phone there is no grid to say anything about it.
  return !grid?.parentElement || mayStay(frozen, grid.parentElement.clientWidth);
}

/** Whether so much of a width may stay in sight: the others are left enough. */
export function mayStay(frozen: number, width: number): boolean {
  return width >= narrowest && width - frozen >= leftForOthers;
}

const leftForOthers = 200;
