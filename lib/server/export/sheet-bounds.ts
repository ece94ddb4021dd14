import { ApiError } from "../../contract/errors";
import { isDerived } from "../../field-types";
import { listToText } from "../../field-types/list";
import type { SelectTemplate } from "../../field-types/option";
import type { StorageKind } from "../../field-types/storage";
import { quote } from "../../field-types/text";
import { Prisma, query, type Sql } from "../db";
import { recordsOf, type SelectionSql } from "../lists/selections";
import { byId } from "../lists/sort-sql";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { readBatches } from "./record-batches";
import type { SheetBounds, SheetColumn } from "./sheet";

interface BoundsChecked {
  readonly bounds: SheetBounds;
  readonly selection: SelectionSql;
  readonly columns: readonly SheetColumn[];
  readonly linksAs: "ids" | "labels";
}

/** Throws a 400 if a file cannot hold the selected records. */
export async function requireWithin(schema: TableSchema, checked: BoundsChecked): Promise<void> {
  await requireRows(schema, checked);
  await requireTexts(schema, checked);
}

async function requireRows(schema: TableSchema, { bounds, selection }: BoundsChecked): Promise<void> {
  const [counted] = await query<{ total: number }>(Prisma.sql`
    SELECT count(*)::int AS "total" FROM (
      SELECT FROM ${recordsOf(schema, selection)} WHERE ${selection.where} LIMIT ${bounds.rows + 1}
    ) AS "first"`);
  if ((counted?.total ?? 0) <= bounds.rows) return;
  throw refusal(`holds at most ${count(bounds.rows)} records, and more were selected. Add a filter`);
}

/** Reads the records that may have a long text, and only the fields that may. */
async function requireTexts(schema: TableSchema, checked: BoundsChecked): Promise<void> {
  const { bounds, columns, linksAs } = checked;
  const max = bounds.textLength;
  const may = columns.flatMap((column) => {
    const { storage } = column.field.fieldType;
    const condition = isDerived(column.field)
      ? mayExceedComputed[storage]
      : mayExceed[storage]?.(column.field, max);
    return condition ? [{ column, condition }] : [];
  });
  if (may.length === 0) return;
  const conditions = may.map(({ condition }) => condition);
  const where = Prisma.sql`${checked.selection.where} AND (${Prisma.join(conditions, " OR ")})`;
  const selection = { ...checked.selection, where };
  const wanted = { selection, keys: [byId], properties: [], linksAs };
  const fields = may.map(({ column }) => column.field);
  for await (const { rows, cells } of readBatches(schema, { ...wanted, fields })) {
    for (const row of rows) {
      for (const [index, { column }] of may.entries()) {
        const { length } = column.toText(cells[index]?.(row));
        if (length <= max) continue;
        const name = quote(column.field.name);
        throw refusal(
          `holds at most ${count(max)} characters in a cell; ${name} of the record ${row[0]} has ${count(length)}. Leave this field out`,
        );
      }
    }
  }
}

/**
 * SQL by storage kind: the text of a cell may be longer than `max`. Undefined if none can be. Compares bytes, which are
 * never fewer than UTF-16 code units.
 */
const mayExceed: { readonly [Kind in StorageKind]?: (field: SchemaField, max: number) => Sql | undefined } = {
  text: (field, max) => ((field.fieldType.maxTextLength ?? 0) > max ? isLong(field, max) : undefined),
  // The JSON of a file contains its name, and escapes at least as much as a list does.
  files: isLong,
  options: ({ template }, max) => {
    const labels = (template as SelectTemplate).options.map(({ label }) => label);
    const longest = Math.max(listToText(labels).length, JSON.stringify(labels).length);
    return longest > max ? Prisma.sql`true` : undefined;
  },
  links: () => Prisma.sql`true`,
};

/** The same of values that are not stored. */
const mayExceedComputed: { readonly [Kind in StorageKind]?: Sql } = {
  text: Prisma.sql`true`,
  list: Prisma.sql`true`,
  lookup: Prisma.sql`true`,
};

function isLong({ id }: SchemaField, max: number): Sql {
  return Prisma.sql`octet_length("Record"."data" ->> ${id}) > ${max}`;
}

/** The field types limit the length of their texts in code points. */
function count(number: number): string {
  return number.toLocaleString("en");
}

function refusal(reason: string): ApiError {
  return new ApiError("BAD_REQUEST", `A file of this format ${reason}, or export as CSV.`);
}
