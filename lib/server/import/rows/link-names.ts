import { isEmpty } from "../../../field-types";
import { columnReader, namesIn } from "../../../field-types/columns";
import { execute, Prisma, query } from "../../db";
import { mintRecordId } from "../../ids";
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

/**
 * Creates a record for each value that the primary field takes of some names. Returns the ids by name, including other
 * names of the same values. Without a change set, it only makes up the ids.
 */
export async function createNamed(
  change: ChangeSet | undefined,
  target: TableSchema,
  missing: readonly string[],
): Promise<{ readonly ids: Map<string, string>; readonly count: number }> {
  const primary = target.fieldOf(target.primaryFieldId);
  const named = primary && !primary.fieldType.isComputed ? storedNames(primary, missing) : [];
  if (!primary || named.length === 0) return { ids: new Map(), count: 0 };
  const values = [...new Map(named.map(({ stored }) => [JSON.stringify(stored), stored])).values()];
  const records = values.map((stored) => ({
    ...{ path: primary.name, written: {}, cleared: [], links: [] },
    set: { [primary.id]: stored },
  }));
  const made = change ? await createAll(change, target, { records }) : records.map(() => mintRecordId().id);
  const created = values.map((stored, index) => ({ stored, id: made[index] }));
  const found = await query<{ name: string; id: string }>(Prisma.sql`
    INSERT INTO ${names} ("tableId", "name", "id", "count")
    SELECT DISTINCT ${target.id}, "name", created."id", 1 FROM ${texts} AS given
    JOIN jsonb_to_recordset(${JSON.stringify(created)}::jsonb) AS created ("stored" jsonb, "id" uuid) USING ("stored")
    WHERE given."tableId" = ${target.id} RETURNING "name", "id"`);
  return { ids: new Map(found.map(({ name, id }) => [name, id])), count: values.length };
}

interface NamedRecords {
  readonly ids: Map<string, string>;
  readonly repeated: ReadonlySet<string>;
}

const texts = Prisma.sql`"pg_temp"."link_texts"`;
const names = Prisma.sql`"pg_temp"."link_names"`;
