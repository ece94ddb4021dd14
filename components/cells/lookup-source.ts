import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import { fieldTypeOf } from "@/lib/field-types";
import type { GridColumn } from "./columns";

type Fields = Pick<Table, "fields">;

/** The table that a lookup leads to, by its id; undefined where its link is gone. */
function lookedUpTable({ field }: Pick<GridColumn, "field">, { fields }: Fields): string | undefined {
  const { linkFieldId } = field.template as { linkFieldId: string };
  const link = fields.find(({ id }) => id === linkFieldId);
  return link && (link.template as { tableId: string }).tableId;
}

/** The column as if it were of the field that a lookup takes its values from, in the table that it leads to. */
function lookedUpColumn(column: GridColumn, { fields }: Fields): GridColumn | undefined {
  const { targetFieldId } = column.field.template as { targetFieldId: string };
  const field = fields.find(({ id }) => id === targetFieldId);
  return field && asColumnOf(field, column);
}

/** A column as it is, or where its values come from; or the table, by its id, that has to be known to tell. */
export type Source = { readonly column: GridColumn } | { readonly needs: string };

/** Where the values of a column come from: of a lookup, through however many it passes. */
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
