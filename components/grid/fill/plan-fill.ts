import type { GridColumn } from "@/components/cells/columns";
import { isReadOnly } from "@/components/cells/editors";
import { indexesOf } from "@/components/listing/range";
import { isEmpty } from "@/lib/field-types";
import type { Area } from "../cursor/selection";
import type { Position } from "../cursor/steps";
import { type Filling, newValueOf } from "../writing/filling";
import { convertBetweenColumns } from "./convert-between-columns";
import type { Fill } from "./fill-toward";
import { continued, repeated, type Series } from "./series";

/** The values of a grid's cells. */
export interface CellSource {
  readonly columns: readonly GridColumn[];
  readonly valueIn: (position: Position) => unknown;
}

/**
 * Mod+D, Mod+R: copies the first row or column into the others; a single one is filled from the one before it.
 * Undefined if there is none.
 */
export function fillFromFirst(area: Area, along: Fill["along"]): Fill | undefined {
  const { first, end } = area[along];
  const from = end - first === 1 ? first - 1 : first;
  if (from < 0) return undefined;
  return {
    source: { ...area, [along]: { first: from, end: from + 1 } },
    target: { ...area, [along]: { first: from + 1, end } },
    along,
    how: "copy",
  };
}

/** The fill that continues the non-empty rows at the top of an area through its rest; undefined without a rest. */
export function fillRest(area: Area, { columns, valueIn }: CellSource): Fill | undefined {
  const here = columns.slice(area.columns.first, area.columns.end);
  const isFilled = (row: number) =>
    here.some(({ index, fieldType }) => !isEmpty(fieldType, valueIn({ row, column: index })));
  let { first } = area.rows;
  do first += 1;
  while (first < area.rows.end && isFilled(first));
  if (first === area.rows.end) return undefined;
  return {
    source: { ...area, rows: { first: area.rows.first, end: first } },
    target: { ...area, rows: { first, end: area.rows.end } },
    along: "rows",
    how: "series",
  };
}

/**
 * The adjacent column that limits how far a fill continues downwards: the left one if it has a value in this row,
 * otherwise the right one.
 */
export function columnBeside(area: Area, row: number, source: CellSource): number | undefined {
  const { first, end } = area.columns;
  return [first - 1, end].find((column) => holds(source, { row, column }));
}

/**
 * True if a fill that continues downwards includes a row: the adjacent column has a value there, and no cell of the
 * area does.
 */
export function takesRow(area: Area, row: number, source: CellSource & { readonly beside: number }): boolean {
  const own = indexesOf(area.columns).filter((column) => !isReadOnly(source.columns[column] as GridColumn));
  return (
    holds(source, { row, column: source.beside }) && !own.some((column) => holds(source, { row, column }))
  );
}

function holds({ columns, valueIn }: CellSource, { row, column }: Position): boolean {
  const at = columns[column];
  return at !== undefined && !isEmpty(at.fieldType, valueIn({ row, column }));
}

/** Computes the new values of a fill: each column is a series of its own vertically, each row horizontally. */
export function planFill(fill: Fill, { columns, valueIn }: CellSource): Filling {
  const { source, target, along } = fill;
  const lines = new Map<number, Series>();
  const lineAt = (position: Position): Series => {
    const at = along === "rows" ? position.column : position.row;
    const line = lines.get(at) ?? lineOf(fill, cellsOf(position));
    lines.set(at, line);
    return line;
  };
  const cellsOf = ({ row, column }: Position) =>
    indexesOf(source[along]).map((index) => {
      const at = along === "rows" ? { row: index, column } : { row, column: index };
      return { column: columns[at.column] as GridColumn, value: valueIn(at) };
    });
  return {
    area: target,
    valueAt(row, column) {
      const to = columns[column];
      if (!to || isReadOnly(to)) return undefined;
      const index = along === "rows" ? row - source.rows.first : column - source.columns.first;
      const from = along === "rows" ? to : repeated(cellsOf({ row, column }))(index).column;
      return newValueOf(to, convertBetweenColumns(lineAt({ row, column })(index), from, to));
    },
  };
}

interface SourceCell {
  readonly column: GridColumn;
  readonly value: unknown;
}

/** A series needs values of a single type. */
function lineOf({ how }: Fill, cells: readonly SourceCell[]): Series {
  const values = cells.map(({ value }) => value);
  const [first] = cells;
  const isOfOneType = cells.every(({ column }) => column.field.type === first?.column.field.type);
  return how === "series" && first && isOfOneType ? continued(values, first.column) : repeated(values);
}
