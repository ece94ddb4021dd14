import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import { fieldTypeOf } from "@/lib/field-types";
import type { GridColumn } from "./columns";

type Fields = Pick<Table, "fields">;

/** The id of the table that a lookup leads to; undefined if its link field is gone. */
function lookedUpTable({ field }: Pick<GridColumn, "field">, { fields }: Fields): string | undefined {
  const { linkFieldId } = field.template as { linkFieldId: string };
  const link = fields.find(({ id }) => id === linkFieldId);
  return link && (link.template as { tableId: string }).tableId;
}

/** The column with the field that a lookup takes its values from. */
function lookedUpColumn(column: GridColumn, { fields }: Fields): GridColumn | undefined {
  const { targetFieldId } = column.field.template as { targetFieldId: string };
  const field = fields.find(({ id }) => id === targetFieldId);
  return field && asColumnOf(field, column);
}

/** A column with the one its values come from: for a lookup, the one at its end; otherwise itself. */
export interface SourcedColumn {
  readonly column: GridColumn;
  readonly source: GridColumn;
}

/** A resolved column, or the id of the table that must be loaded to resolve it. */
export type Source = { readonly column: GridColumn } | { readonly needs: string };

/** Resolves the column that a column's values come from, through any number of lookups. */
export function sourceOf(
  column: GridColumn,
  table: Fields,
  tableOf: (tableId: string) => Fields | undefined,
): Source {
  if (column.fieldType.storage !== "lookup") return { column };
  const tableId = lookedUpTable(column, table);
  if (tableId === undefined) return { column };
  const linked = tableOf(tableId);
  if (!linked) return { needs: tableId };
  const next = lookedUpColumn(column, linked);
  return next ? sourceOf(next, linked, tableOf) : { column };
}

/** The same, with `load` for the tables on the way. */
export async function readSource(
  column: GridColumn,
  table: Fields,
  load: (tableId: string) => Promise<Fields>,
): Promise<SourcedColumn> {
  const tables = new Map<string, Fields>();
  for (;;) {
    const source = sourceOf(column, table, (tableId) => tables.get(tableId));
    if ("column" in source) return { column, source: source.column };
    tables.set(source.needs, await load(source.needs));
  }
}

function asColumnOf(field: Field, column: GridColumn): GridColumn {
  return { ...column, field, fieldType: fieldTypeOf(field) };
}
