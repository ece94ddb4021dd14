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

function asColumnOf(field: Field, column: GridColumn): GridColumn {
  return { ...column, field, fieldType: fieldTypeOf(field) };
}
