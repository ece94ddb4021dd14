import type { GridColumn } from "@/components/cells/columns";
import { columnOf } from "@/components/cells/columns";
import { shownFields } from "@/components/fields/field-order";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

/** Enough fields to recognize a record, few enough to fit several cards on a screen. */
const maxFields = 4;

/** The minimum width of a value in pixels, on the narrowest screen. */
const valueWidth = 200;

/** The part of a record on its card: the title and the first fields of the view. */
export interface CardContent {
  /** The field used as title: the primary field, or the first one shown if the view hides that. */
  readonly titleId: string;
  readonly columns: readonly GridColumn[];
}

export function cardContent(table: Table, config: ViewConfig): CardContent {
  const [title, ...others] = shownFields(table, config);
  const columns = others
    .slice(0, maxFields)
    .map((field, index) => columnOf(field, { index, width: valueWidth, isLocked: true }));
  return { titleId: title?.id ?? table.primaryFieldId, columns };
}

/** Pixels. All cards of a view are equally high, so that positions follow from row numbers. */
export const nameHeight = 28;
export const lineHeight = 26;
/** Above and below a card's content, and between cards. */
export const padding = 10;
export const gap = 8;

/** The distance between the tops of two consecutive cards. */
export function cardStep(fields: number): number {
  return 2 * padding + nameHeight + fields * lineHeight + gap;
}
