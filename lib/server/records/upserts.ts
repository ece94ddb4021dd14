import { badRequest, conflict, type ErrorDetail } from "../../contract/errors";
import { matchableKinds } from "../../field-types/storage";
import { Prisma, queryOften, requireTransaction } from "../db";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";
import type { ReadRecord } from "./values";
import { keyIn } from "./written-key";

/** The fields of `matchOn`. Throws a 400 for unsupported ones. */
export function matchFields(schema: TableSchema, matchOn: readonly string[]): SchemaField[] {
  const problems: ErrorDetail[] = [];
  const fields = matchOn.flatMap((key, index) => {
    const field = schema.fieldOf(key);
    const problem = !field
      ? `is not a field of this table`
      : !matchableKinds.includes(field.fieldType.storage) || field.fieldType.isComputed
        ? `has the type ${field.fieldType.type}; records can be matched by text, number, date and single-select fields`
        : matchOn.findIndex((other) => schema.fieldOf(other) === field) < index
          ? "repeats a field"
          : undefined;
    if (problem !== undefined) problems.push({ path: `matchOn[${index}]`, message: problem });
    return field && problem === undefined ? [field] : [];
  });
  if (problems.length > 0) throw badRequest(problems);
  return fields;
}

/**
 * Finds for each given record the id of the stored one with the same values in these fields, or undefined. Upserts
 * of a table are serialised, so that two with the same new key create one record. Locks the matches, so that they
 * are not deleted meanwhile.
 */
export async function findMatches(
  { schema, fields }: { schema: TableSchema; fields: readonly SchemaField[] },
  records: readonly ReadRecord[],
): Promise<(string | undefined)[]> {
  requireTransaction();
  const keys = keysOf(fields, records);
  await lockUpserts(schema);
  const stored = Prisma.join(fields.map(({ id }) => Prisma.sql`record."data" -> ${id}::text`));
  const found = await queryOften<{ index: number; id: string }>(Prisma.sql`
    SELECT (given."index" - 1)::int AS "index", record."id"
    FROM ${partitionOf(schema.id)} AS record
    JOIN jsonb_array_elements(${JSON.stringify(keys)}::jsonb) WITH ORDINALITY AS given ("key", "index")
      ON jsonb_build_array(VARIADIC ARRAY[${stored}]) = given."key"
    WHERE record."tableId" = ${schema.id}
    ORDER BY record."id" FOR UPDATE OF record`);
  const ids: (string | undefined)[] = records.map(() => undefined);
  for (const { index, id } of found) {
    if (ids[index] !== undefined) {
      const message = `matches more than one record, ${ids[index]} and ${id}`;
      throw conflict(`records[${index}]`, message);
    }
    ids[index] = id;
  }
  return ids;
}

/** Waits for the other upserts of a table, and makes later ones wait until the end of the transaction. */
export async function lockUpserts({ id }: TableSchema): Promise<void> {
  requireTransaction();
  await queryOften(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`upsert ${id}`}, 0))`);
}

/** The stored values to match by. Throws a 400 if one is missing or two records have the same. */
function keysOf(fields: readonly SchemaField[], records: readonly ReadRecord[]): unknown[][] {
  const problems: ErrorDetail[] = [];
  const firstWith = new Map<string, number>();
  const keys = records.map(({ path, written, set }, index) => {
    const key = fields.map(({ id }) => set[id]);
    const missing = fields.filter(({ id }) => set[id] === undefined);
    for (const field of missing) {
      const message = "is required, because records are matched by it";
      problems.push({ path: `${path}.${keyIn(written, field)}`, message });
    }
    if (missing.length > 0) return key;
    const text = JSON.stringify(key);
    const earlier = firstWith.get(text);
    if (earlier === undefined) firstWith.set(text, index);
    else problems.push({ path, message: `has the same match values as records[${earlier}]` });
    return key;
  });
  if (problems.length > 0) throw badRequest(problems);
  return keys;
}
