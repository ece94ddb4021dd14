import { LRUCache } from "lru-cache";
import type * as z from "zod";
import { hasCode, notFound } from "../../contract/errors";
import type { TablePlace } from "../../contract/places";
import { fieldTypeOf, type ResolvedType } from "../../field-types";
import { isInTransaction, Prisma, prisma, queryOften } from "../db";
import { unavailable } from "../failures";
import { byRef } from "./by-ref";

/** A field ready for work: its type looked up, its value shape made once. */
export interface SchemaField {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly template: object;
  readonly fieldType: ResolvedType;
  readonly value: z.ZodType;
}

/** What reading and writing the records of one table needs to know of it. */
export interface TableSchema {
  readonly id: string;
  readonly databaseId: string;
  /** The database's version that this was true at. */
  readonly version: number;
  readonly primaryFieldId: string;
  readonly fields: readonly SchemaField[];
  /** Fields with options that are not stored yet: a write by this schema stores them too (`?typecast=true`). */
  readonly newOptions: readonly SchemaField[];
  /** The field that a caller's key means; an id wins over an equal name. */
  fieldOf(key: string): SchemaField | undefined;
}

/** Schemas by database and by the table's id or name; each good for as long as its version is the database's. */
const known = new LRUCache<string, TableSchema>({
  maxSize: 50_000,
  sizeCalculation: ({ fields }) => 1 + fields.length,
});

/** Shapes of values by a field's type and template. Each takes kilobytes, and most fields are alike. */
const shapes = new LRUCache<string, z.ZodType>({
  maxSize: 10_000_000,
  sizeCalculation: (_, key) => 1_000 + key.length,
});

/**
 * Runs `work` with the schema of the table that a place names, by id or name; a 404 where there is none. What
 * turns out to have been done with an old schema, because this or another process has just changed it, is done
 * again with the new one. So that it does turn out, every statement holds `isCurrent`: a read goes through
 * `readFresh`, and a write throws `staleSchema` when that was false.
 */
export async function withSchema<Result>(
  place: TablePlace,
  work: (schema: TableSchema) => Promise<Result>,
): Promise<Result> {
  const key = keyOf(place);
  for (let attempt = 1; ; attempt++) {
    const cached = attempt === 1 ? known.get(key) : undefined;
    const schema = cached ?? (await loadSchema(place));
    if (!cached) remember(key, schema);
    try {
      return await work(schema);
    } catch (error) {
      // What is refused may be right by the new schema: an unknown field may just have been made.
      // After a failure, a transaction answers no question.
      const isStale = error === staleSchema || !(await isFresh(schema).catch(() => true));
      if (!isStale || attempt === mostAttempts) throw error;
    }
  }
}

/** The schema of another table of the same database, as it was at the same moment. */
export async function relatedSchema(schema: TableSchema, tableId: string): Promise<TableSchema> {
  if (tableId === schema.id) return schema;
  const key = keyOf({ databaseId: schema.databaseId, tableId });
  const cached = known.get(key);
  if (cached?.version === schema.version) return cached;
  const loaded = await loadSchema({ databaseId: schema.databaseId, tableId });
  if (loaded.version !== schema.version) throw staleSchema;
  remember(key, loaded);
  return loaded;
}

/** Thrown by a write whose statement found the schema outdated; `withSchema` starts over, so that few ever see it. */
export const staleSchema = unavailable("The fields of this database keep changing. Try again shortly.");

/** The rows of a statement that holds `isCurrent`. Where there are none, it is found out whether that is why. */
export async function readFresh<Row>(schema: TableSchema, reading: Promise<Row[]>): Promise<Row[]> {
  const rows = await reading;
  if (rows.length === 0 && !(await isFresh(schema))) throw staleSchema;
  return rows;
}

/**
 * The condition under which a statement may go by this schema. Deleting a database raises its version, so that
 * the table does, which PostgreSQL plans 10 µs faster than the view.
 */
export function isCurrent({ databaseId, version }: Pick<TableSchema, "databaseId" | "version">): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM "AllBases" WHERE "id" = ${databaseId} AND "version" = ${version})`;
}

/** Changes come in bursts at most; whoever still meets one then is told to try again, by `staleSchema` itself. */
const mostAttempts = 10;

async function isFresh(schema: TableSchema): Promise<boolean> {
  const rows = await queryOften(Prisma.sql`SELECT 1 WHERE ${isCurrent(schema)}`);
  return rows.length > 0;
}

/** A table's name may hold any character, so that no separator would tell the two apart. */
function keyOf({ databaseId, tableId }: TablePlace): string {
  return JSON.stringify([databaseId, tableId]);
}

function remember(key: string, schema: TableSchema): void {
  // What a transaction has changed is true for others only when it is stored.
  if (!isInTransaction()) known.set(key, schema);
}

/** The schema as it is right now, in the middle of a change of it; undefined where there is no such table. */
export async function findSchema(place: TablePlace): Promise<TableSchema | undefined> {
  try {
    return await loadSchema(place);
  } catch (error) {
    if (hasCode(error, "NOT_FOUND")) return undefined;
    throw error;
  }
}

async function loadSchema({ databaseId, tableId }: TablePlace): Promise<TableSchema> {
  // One statement each, the version first: fields that change in between make the schema stale, never wrong.
  const base = await prisma().base.findUnique({ where: { id: databaseId }, select: { version: true } });
  if (!base) throw notFound("database", databaseId);
  const tables = await prisma().table.findMany({
    where: { baseId: databaseId, OR: [{ id: tableId }, { name: tableId }] },
    include: { fields: { orderBy: { order: "asc" } } },
  });
  const table = byRef(tables, tableId);
  if (!table) throw notFound("table", tableId);
  const { id, primaryFieldId } = table;
  const fields = table.fields.map((field) => prepareField({ ...field, template: field.template as object }));
  return makeSchema({ id, databaseId, version: base.version, primaryFieldId, fields });
}

/** A schema of these parts. */
export function makeSchema(parts: Omit<TableSchema, "newOptions" | "fieldOf">): TableSchema {
  const byName = new Map(parts.fields.map((field) => [field.name, field]));
  const byId = new Map(parts.fields.map((field) => [field.id, field]));
  return { ...parts, newOptions: [], fieldOf: (key) => byId.get(key) ?? byName.get(key) };
}

/** Gives a field its type, and the shape of its values, which is made once for all that it will read. */
export function prepareField(field: Omit<SchemaField, "fieldType" | "value">): SchemaField {
  const { id, name, type, template } = field;
  const fieldType = fieldTypeOf(field);
  const key = JSON.stringify([type, template]);
  let value = shapes.get(key);
  if (!value) {
    value = fieldType.value(template);
    shapes.set(key, value);
  }
  return { id, name, type, template, fieldType, value };
}
