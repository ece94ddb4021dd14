import { isEmpty } from "../../../field-types";
import { columnReader, namesIn } from "../../../field-types/columns";
import { execute, Prisma, query } from "../../db";
import type { ChangeSet } from "../../log/changes";
import { createAll } from "../../records/record-writes";
import { storeValue } from "../../records/values";
import { partitionOf } from "../../structure/partitions";
import type { SchemaField, TableSchema } from "../../structure/schemas";

/**
 * Prepares temporary tables for the records that the texts in link cells name, by linked table: the names may be as many
 * as the rows of the file. First all names are added, then looked up together, and then read in pages.
 */
export async function createNames(): Promise<void> {
  await execute(Prisma.sql`DROP TABLE IF EXISTS ${texts}, ${names}`);
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "link_texts" ("tableId" text, "name" text, "stored" jsonb) ON COMMIT DROP`);
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "link_names" ("tableId" text, "name" text, "id" uuid, "count" int) ON COMMIT DROP`);
}

/** Adds the names in some texts. */
export async function addNames(target: TableSchema, given: readonly string[]): Promise<void> {
  const primary = target.fieldOf(target.primaryFieldId);
  if (!primary) return;
  const values = storedNames(primary, [...new Set(given.flatMap(namesIn))]);
  await execute(Prisma.sql`
    INSERT INTO ${texts} SELECT ${target.id}, "name", "stored"
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS given ("name" text, "stored" jsonb)`);
}

/** The names that a field can take, with their stored values. */
function storedNames(field: SchemaField, given: readonly string[]) {
  const read = columnReader(field, {});
  return given.flatMap((name) => {
    const value = read(name);
    if (value === undefined || isEmpty(field.fieldType, value)) return [];
    return [{ name, stored: storeValue(field, value) }];
  });
}

/** Looks the added names up in the primary field of the linked table. */
export async function findNames({ id, primaryFieldId }: TableSchema): Promise<void> {
  await execute(Prisma.sql`ANALYZE ${texts}`);
  await execute(Prisma.sql`
    INSERT INTO ${names}
    SELECT ${id}, given."name", (array_agg(record."id"))[1], count(*)
    FROM (SELECT DISTINCT "name", "stored" FROM ${texts} WHERE "tableId" = ${id}) AS given
    JOIN ${partitionOf(id)} AS record ON record."data" -> ${primaryFieldId}::text = given."stored"
    WHERE record."tableId" = ${id} GROUP BY given."name"`);
  // Names may be too long for a B-tree.
  await execute(Prisma.sql`CREATE INDEX IF NOT EXISTS "link_names_name" ON ${names} USING hash ("name")`);
}

/** The ids by the names in some texts, and the names that several records have. */
export async function readNames({ id }: TableSchema, given: readonly string[]): Promise<NamedRecords> {
  const wanted = [...new Set(given.flatMap(namesIn))];
  const found = await query<{ name: string; id: string; count: number }>(Prisma.sql`
    SELECT "name", "id", "count" FROM ${names} WHERE "tableId" = ${id} AND "name" = ANY(${wanted})`);
  const single = found.filter(({ count }) => count === 1);
  const repeated = found.filter(({ count }) => count > 1);
  return {
    ids: new Map(single.map((each) => [each.name, each.id])),
    repeated: new Set(repeated.map(({ name }) => name)),
  };
}

/** Creates a record for each name that the primary field takes. Returns their ids by name. */
export async function createNamed(
  change: ChangeSet,
  target: TableSchema,
  missing: readonly string[],
): Promise<Map<string, string>> {
  const primary = target.fieldOf(target.primaryFieldId);
  if (!primary || primary.fieldType.isComputed) return new Map();
  const named = storedNames(primary, missing);
  if (named.length === 0) return new Map();
  const records = named.map(({ stored }) => ({
    ...{ path: primary.name, written: {}, cleared: [], links: [] },
    set: { [primary.id]: stored },
  }));
  const ids = await createAll(change, target, { records });
  const created = named.map(({ name }, index) => ({ name, id: ids[index] ?? "" }));
  await execute(Prisma.sql`
    INSERT INTO ${names} SELECT ${target.id}, "name", "id", 1
    FROM jsonb_to_recordset(${JSON.stringify(created)}::jsonb) AS given ("name" text, "id" uuid)`);
  return new Map(created.map(({ name, id }) => [name, id]));
}

interface NamedRecords {
  readonly ids: Map<string, string>;
  readonly repeated: ReadonlySet<string>;
}

const texts = Prisma.sql`"pg_temp"."link_texts"`;
const names = Prisma.sql`"pg_temp"."link_names"`;
