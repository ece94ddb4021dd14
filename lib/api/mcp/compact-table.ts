import type { Table } from "../../contract/tables";
import { firstFitting, sizeOf } from "./fit";

/** A table with its fields and views, as assistants need it to read, write and change it. */
export function compactTable({ id, name, primaryFieldId, fields, views }: Table) {
  return {
    id,
    name,
    primaryField: fields.find((field) => field.id === primaryFieldId)?.name ?? primaryFieldId,
    fields: fields.map(({ order: _, template, ...field }) => ({
      ...field,
      ...(Object.keys(template).length > 0 && { template }),
    })),
    views: views.map(({ id, name, type }) => ({ id, name, type })),
  };
}

type CompactTable = ReturnType<typeof compactTable>;

/** Reduces a table that is larger alone than so many bytes: first to fields without settings, then to the first of those. */
export function fittingTable(table: CompactTable, bytes: number): CompactTable & { note?: string } {
  if (sizeOf(table) <= bytes) return table;
  const plain = { ...table, fields: table.fields.map(({ id, name, type }) => ({ id, name, type })) };
  if (sizeOf(plain) <= bytes) {
    return {
      ...plain,
      note: "The settings of the fields are left out, as the table is too large for one answer.",
    };
  }
  const views = firstFitting(plain.views, bytes / 10);
  const fields = firstFitting(plain.fields, bytes - sizeOf({ ...plain, fields: [], views }));
  const note = `Only the first ${fields.length} of ${plain.fields.length} fields fit into one answer.`;
  return { ...plain, fields, views, note };
}
