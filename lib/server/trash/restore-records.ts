import { isLink } from "../../field-types";
import { convertEarlier, convertEarlierByText } from "../conversion/convert-earlier";
import { Prisma, query, queryOften } from "../db";
import type { ChangeSet } from "../log/changes";
import { linkListsOf, restoreLinks } from "../records/deleted-links";
import { lockBothSides } from "../records/link-locks";
import { linkOf, sideOf } from "../records/link-side";
import { countUp } from "../records/numbering";
import { restoreRows } from "../records/record-sql";
import { bumpVersions } from "../records/record-writes";
import { findRepeated, repeats, uniqueFields } from "../records/unique-values";
import type { TableSchema } from "../structure/schemas";
import type { TrashedRecord } from "./trash";

/** Takes records out of the trash with their current links. Returns those that were there. */
export async function takeRecords(trashIds: readonly string[]): Promise<TrashedRecord[]> {
  const taken = await query<{ content: TrashedRecord }>(
    Prisma.sql`DELETE FROM "Trash" WHERE "id" = ANY(${trashIds}::uuid[]) RETURNING "content"`,
  );
  return taken.map(({ content }) => content);
}

/** The reasons why records cannot be restored, by their ids. */
export async function obstaclesOf(
  schema: TableSchema,
  records: readonly TrashedRecord[],
): Promise<Map<string, string>> {
  if (uniqueFields(schema).length === 0) return new Map();
  const converted = records.map((record) => ({ id: record.id, data: convertedTo(schema, record) }));
  const repeated = await findRepeated(schema, converted);
  return new Map([...repeated].map(([id, field]) => [id, repeats(field)]));
}

/** Restores records to their positions, with links to existing records. */
export async function restoreRecords(
  change: ChangeSet,
  schema: TableSchema,
  records: readonly TrashedRecord[],
): Promise<void> {
  await restoreUnlinked(change, schema, records);
  await relink(change, schema, records);
}

/** Restores records without links; `relink` follows once other records have released them. */
export async function restoreUnlinked(
  change: ChangeSet,
  schema: TableSchema,
  records: readonly TrashedRecord[],
): Promise<void> {
  const recordIds = records.map(({ id }) => id);
  const rows = records.flatMap(({ links }) => links);
  const intents = schema.fields.filter(isLink).map((field) => {
    const own = rows.filter(({ fieldId }) => fieldId === sideOf(field).fieldId);
    const linked = linkListsOf(recordIds, own, linkOf(field).isInverse);
    return { field, recordIds: [], wanted: linked.flatMap(({ ids }) => ids) };
  });
  await lockBothSides(schema, { recordIds: [], intents });
  const converted = records.map((record) => ({ ...record, data: convertedTo(schema, record) }));
  // Numbering fields may have been added since.
  await countUp(schema, converted);
  await queryOften(restoreRows(schema.id, converted));
  for (const { id, data } of converted) {
    change.note({ kind: "record", tableId: schema.id, itemId: id, before: null, after: data });
  }
}

/** Converts a record's values to the current fields; those of deleted fields stay unchanged. */
function convertedTo(schema: TableSchema, { data, aside = {} }: TrashedRecord): TrashedRecord["data"] {
  return Object.fromEntries(
    Object.keys({ ...aside, ...data })
      .flatMap((id) => {
        const stored = data[id] ?? null;
        const field = schema.fieldOf(id);
        if (field?.id !== id) return [[id, stored]];
        // A value stored under this very type is more exact than one converted since.
        const own = aside[id]?.[field.fieldType.type];
        const value =
          (own === undefined ? undefined : convertEarlier(field, own)) ?? convertEarlierByText(field, stored);
        return value === undefined ? [] : [[id, value]];
      })
      .filter(([, value]) => value !== null),
  );
}

/** Restores the links of restored records. */
export async function relink(
  change: ChangeSet,
  schema: TableSchema,
  records: readonly Pick<TrashedRecord, "id" | "links">[],
): Promise<void> {
  const recordIds = records.map(({ id }) => id);
  const rows = records.flatMap(({ links }) => links);
  const touched = await restoreLinks(change, schema, { recordIds, rows });
  await bumpVersions(touched);
}
