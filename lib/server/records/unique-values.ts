import { isBlank } from "../../field-types/empty";
import { Prisma, query, queryOften } from "../db";
import { partitionOf } from "../structure/partitions";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { countsSql, hashOf, textSql } from "../structure/unique-indexes";

/** A stored value that a record is to have, without an id if the record is new. */
export interface WantedValue {
  readonly id?: string | undefined;
  readonly value: unknown;
}

/** A wanted value that must be unique and is not: the record that has it, or an earlier one of the same write. */
export interface Repetition {
  readonly index: number;
  readonly holder?: string;
  readonly earlier?: number;
}

interface Repetitions {
  readonly repetitions: readonly Repetition[];
  /** Cells that the write changes, and that have to be emptied first because another record gets their value. */
  readonly released: readonly string[];
}

/** Finds wanted values that other records have. `changed` are the records whose cell the write changes. */
export async function findRepetitions(
  tableId: string,
  { id: fieldId }: SchemaField,
  { wanted, changed }: { readonly wanted: readonly WantedValue[]; readonly changed: ReadonlySet<string> },
): Promise<Repetitions> {
  if (wanted.length === 0) return { repetitions: [], released: [] };
  const values = JSON.stringify(wanted.map(({ value }) => value));
  const held = await queryOften<{ at: number; id: string }>(Prisma.sql`
    SELECT given."at"::int - 1 AS "at", record."id"
    FROM jsonb_array_elements_text(${values}::jsonb) WITH ORDINALITY AS given ("value", "at")
    JOIN ${partitionOf(tableId)} AS record ON ${hashOf(fieldId, Prisma.sql`record."data"`)} = md5(given."value")
      AND ${textSql(fieldId, Prisma.sql`record."data"`)} = given."value"
    WHERE record."tableId" = ${tableId} AND ${countsSql(fieldId, Prisma.sql`record."data"`)}`);
  const others = held.filter(({ at, id }) => wanted[at]?.id !== id);
  const first = new Map<unknown, number>();
  const repetitions: Repetition[] = [];
  for (const [index, { value }] of wanted.entries()) {
    const earlier = first.get(value);
    if (earlier === undefined) first.set(value, index);
    else repetitions.push({ index, earlier });
  }
  for (const { at, id } of others) if (!changed.has(id)) repetitions.push({ index: at, holder: id });
  return { repetitions, released: others.flatMap(({ id }) => (changed.has(id) ? [id] : [])) };
}

/** Empties cells whose values other records of the same write get, so that records can exchange values. */
export async function releaseValues(
  { id: tableId }: TableSchema,
  { id: fieldId }: SchemaField,
  recordIds: readonly string[],
): Promise<void> {
  if (recordIds.length === 0) return;
  await query(Prisma.sql`
    UPDATE ${partitionOf(tableId)} SET "data" = "data" - ${fieldId}::text
    WHERE "tableId" = ${tableId} AND "id" = ANY(${recordIds}::uuid[])`);
}

/** The fields whose values are unique. */
export function uniqueFields({ fields }: Pick<TableSchema, "fields">): SchemaField[] {
  return fields.filter(({ isUnique }) => isUnique);
}

/** The records that cannot be stored, because a value must be unique and another record has it, with the field. */
export async function findRepeated(
  schema: TableSchema,
  records: readonly { readonly id: string; readonly data: { readonly [fieldId: string]: unknown } }[],
): Promise<Map<string, SchemaField>> {
  const repeated = new Map<string, SchemaField>();
  for (const field of uniqueFields(schema)) {
    const wanted = records.flatMap(({ id, data }) => {
      const value = data[field.id];
      return isBlank(value) ? [] : [{ id, value }];
    });
    const { repetitions } = await findRepetitions(schema.id, field, { wanted, changed: new Set() });
    for (const { index } of repetitions) repeated.set(wanted[index]?.id ?? "", field);
  }
  return repeated;
}

/** The reason why a record cannot be stored. */
export function repeats({ name }: SchemaField): string {
  return `its value of ${JSON.stringify(name)} must be unique, and another record has it now`;
}
