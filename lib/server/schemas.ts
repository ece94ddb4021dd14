import type { z } from "zod";
import { notFound } from "../contract/errors";
import type { TablePlace } from "../contract/places";
import { type FieldType, fieldType } from "../field-types";
import { prisma } from "./db";

/** A field ready for work: its type looked up, its value shape made once. */
export interface SchemaField {
  readonly id: string;
  readonly name: string;
  readonly template: object;
  readonly fieldType: FieldType;
  readonly value: z.ZodType;
}

/** What reading and writing the records of one table needs to know of it. */
export interface TableSchema {
  readonly id: string;
  readonly fields: readonly SchemaField[];
  /** The field that a caller's key means; an id wins over an equal name. */
  fieldOf(key: string): SchemaField | undefined;
}

/**
 * Schemas by database and by the table's id or name. What a table is does not change once it is made, so
 * a schema stays true; only the number of them is bounded.
 */
const known = new Map<string, TableSchema>();
const mostKnown = 5_000;

/** The schema of the table that a place names by id or name, or a 404. */
export async function getSchema({ databaseId, tableId }: TablePlace): Promise<TableSchema> {
  const key = JSON.stringify([databaseId, tableId]);
  const found = known.get(key) ?? (await loadSchema({ databaseId, tableId }));
  if (known.size >= mostKnown) known.clear();
  known.set(key, found);
  return found;
}

async function loadSchema({ databaseId, tableId }: TablePlace): Promise<TableSchema> {
  const tables = await prisma().table.findMany({
    where: { baseId: databaseId, OR: [{ id: tableId }, { name: tableId }] },
    include: { fields: { orderBy: { order: "asc" } } },
  });
  const table = tables.find((each) => each.id === tableId) ?? tables[0];
  if (!table) throw notFound("table", tableId);
  const fields = table.fields.map(({ id, name, type, template }) =>
    prepare(id, name, type, template as object),
  );
  const byName = new Map(fields.map((field) => [field.name, field]));
  const byId = new Map(fields.map((field) => [field.id, field]));
  return { id: table.id, fields, fieldOf: (key) => byId.get(key) ?? byName.get(key) };
}

function prepare(id: string, name: string, type: string, template: object): SchemaField {
  const found = fieldType(type);
  return { id, name, template, fieldType: found, value: found.value(template) };
}
