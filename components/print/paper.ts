import { columnOf, type GridColumn } from "@/components/cells/columns";
import { shownFields } from "@/components/fields/field-order";
import { widthOf } from "@/lib/contract/field-widths";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

export const orientations = ["portrait", "landscape"] as const;
export type Orientation = (typeof orientations)[number];

/** Pixels between the margins of a page, by the narrower of A4 and Letter. */
const room: { readonly [Way in Orientation]: number } = { portrait: 700, landscape: 960 };

/** The smallest scale at which text is still easy to read, and the smallest of all. */
const comfortable = 0.85;
const smallest = 0.65;

/** Columns that fit beside each other on a page. */
export interface ColumnSet {
  readonly columns: readonly GridColumn[];
  readonly scale: number;
  /** The part of the page's width that they take. */
  readonly share: number;
}

/** The visible fields of a view as columns. */
export function printedColumns(table: Table, config: ViewConfig): GridColumn[] {
  return shownFields(table, config).map((field, index) => {
    const column = columnOf(field, { index, width: widthOf(field, table, config), isLocked: true });
    return { ...column, isPrimary: field.id === table.primaryFieldId };
  });
}

/** Portrait if the columns fit without becoming small. */
export function fittingOrientation(columns: readonly GridColumn[]): Orientation {
  return totalOf(columns) * comfortable <= room.portrait ? "portrait" : "landscape";
}

/**
 * Divides columns among pages: all on one if they fit, smaller if need be. Otherwise further pages continue with the
 * others, each beginning with the first column, which names the records.
 */
export function columnSets(columns: readonly GridColumn[], orientation: Orientation): ColumnSet[] {
  const total = totalOf(columns);
  const [first, ...others] = columns;
  if (!first || total * smallest <= room[orientation]) {
    return [{ columns, scale: Math.min(1, room[orientation] / total), share: 1 }];
  }
  const most = room[orientation] / smallest;
  const leading = { ...first, width: Math.min(first.width, most / 3) };
  const sets: GridColumn[][] = [];
  for (const { width, ...column } of others) {
    const fitted = { ...column, width: Math.min(width, most - leading.width) };
    const set = sets.at(-1);
    if (set && totalOf(set) + fitted.width <= most) set.push(fitted);
    else sets.push([leading, fitted]);
  }
  return sets.map((set) => ({ columns: set, scale: smallest, share: Math.min(1, totalOf(set) / most) }));
}

function totalOf(columns: readonly GridColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0);
}
