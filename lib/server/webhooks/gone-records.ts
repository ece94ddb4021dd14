import type { Filter } from "../../contract/filters";
import { matchesFilter } from "../../contract/matches-filter";
import type { TablePlace } from "../../contract/places";
import type { Record } from "../../contract/records";
import { Prisma, query } from "../db";
import { type MadeRow, madeColumns, presentEach } from "../log/present-entries";
import { type HiddenInLog, withoutHidden } from "../log/seen-changes";
import { isoMoment } from "../records/iso-moment";
import type { SchemaField } from "../structure/schemas";

/** A deleted record as it was last. The times are missing once it has left the trash. */
export type GoneRecord = Omit<Record, "createdAt" | "updatedAt" | "errors"> &
  Partial<Pick<Record, "createdAt" | "updatedAt">>;

export type Moments = Pick<GoneRecord, "createdAt" | "updatedAt">;

/** Values in the form of responses, by field id. */
type Values = { readonly [fieldId: string]: unknown };

/** The table of gone records: its fields that exist for the reader, none if it is gone itself. */
export interface GoneFrom extends TablePlace {
  readonly fields: readonly SchemaField[];
  readonly hidden: HiddenInLog;
}

/** Gives values that were logged the form of a record. */
export function goneRecord(
  id: string,
  values: Values,
  { fields, moments = {} }: { fields: readonly SchemaField[]; moments?: Moments | undefined },
): GoneRecord {
  const shown = fields.map(({ id: fieldId, name, fieldType }) => {
    return { fieldId, name, value: values[fieldId] ?? fieldType.empty ?? null };
  });
  // Without a table there are no fields to name.
  if (fields.length === 0) return { id, data: { ...values }, fields: {}, ...moments };
  return {
    id,
    data: Object.fromEntries(shown.map(({ fieldId, value }) => [fieldId, value])),
    fields: Object.fromEntries(shown.map(({ name, value }) => [name, value])),
    ...moments,
  };
}

/** Reads from the log what deleted records held last, by id. */
export async function lastValues(from: GoneFrom, ids: readonly string[]): Promise<Map<string, Values>> {
  const { tableId, hidden } = from;
  const rows = await query<MadeRow>(Prisma.sql`
    SELECT DISTINCT ON ("recordId") ${madeColumns}, "before", "after" FROM "Change"
    WHERE "tableId" = ${tableId} AND "recordId" = ANY(${ids}::uuid[]) AND "lastId" IS NULL AND "kind" = 'record'
      AND "before" IS NOT NULL AND "after" IS NULL
    ORDER BY "recordId", "number" DESC`);
  const entries = (await presentEach(from, rows)).flatMap((each) => withoutHidden(each, hidden));
  return new Map(entries.map(({ id, before }) => [id, before ?? {}]));
}

/** Reads when records in the trash were created and last changed, by id. */
export async function momentsInTrash(
  { databaseId }: Pick<TablePlace, "databaseId">,
  ids: readonly string[],
): Promise<Map<string, Moments>> {
  const rows = await query<{ itemId: string; createdAt: string; updatedAt: string }>(Prisma.sql`
    SELECT "itemId", "content" ->> 'createdAt' AS "createdAt", "content" ->> 'updatedAt' AS "updatedAt" FROM "Trash"
    WHERE "itemId" = ANY(${ids}) AND "baseId" = ${databaseId} AND "kind" = 'record'`);
  return new Map(
    rows.map(({ itemId, createdAt, updatedAt }) => [
      itemId,
      { createdAt: isoMoment(createdAt), updatedAt: isoMoment(updatedAt) },
    ]),
  );
}

/** True if a deleted record matched a filter when it was deleted. */
export function matchedFilter(
  filter: Filter | null,
  { data }: GoneRecord,
  fields: readonly SchemaField[],
): boolean {
  return filter === null || matchesFilter(filter, data, fields);
}
