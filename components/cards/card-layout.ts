import type { GridColumn } from "@/components/cells/columns";
import { columnOf } from "@/components/cells/columns";
import { shownFields } from "@/components/fields/field-order";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

/** Beside the name: so many fields say what a record is about, and several cards fit on a screen. */
const mostFields = 4;

/** How wide a value on a card is at least, in pixels, on the narrowest screen. */
const valueWidth = 200;

/** What of a record its card shows: the first fields that the view shows. */
export interface CardContent {
  /** Of the field that the card is called by: the one that names the record, unless the view hides that. */
  readonly titleId: string;
  readonly columns: readonly GridColumn[];
}

export function cardContent(table: Table, config: ViewConfig): CardContent {
  const [title, ...others] = shownFields(table, config);
  const columns = others
    .slice(0, mostFields)
    .map((field, index) => columnOf(field, { index, width: valueWidth, isLocked: true }));
  return { titleId: title?.id ?? table.primaryFieldId, columns };
}

/** Pixels. All cards of a view are equally high, so that any of a million can be scrolled to. */
export const nameHeight = 28;
export const lineHeight = 26;
/** Above and below the card's content, and between cards. */
export const padding = 10;
export const gap = 8;

/** From the top of one card to that of the next. */
export function cardStep(fields: number): number {
  return 2 * padding + nameHeight + fields * lineHeight + gap;
}
