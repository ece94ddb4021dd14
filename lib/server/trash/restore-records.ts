import { isLink } from "../../field-types";
import { convertEarlier, convertEarlierByText } from "../conversion/convert-earlier";
import { Prisma, query, queryOften } from "../db";
import type { ChangeSet } from "../log/changes";
import { lockBothSides } from "../records/link-locks";
import { linkListsOf, linkOf, restoreLinks, sideOf } from "../records/links";
import { countUp } from "../records/numbering";
import { restoreRows } from "../records/record-sql";
import { bumpVersions } from "../records/record-writes";
import type { TableSchema } from "../structure/schemas";
import type { TrashedRecord } from "./trash";

/** Takes records out of the trash as they are by now: links may have come to them. Gives those that were there. */
export async function takeRecords(trashIds: readonly string[]): Promise<TrashedRecord[]> {
  const taken = await query<{ content: TrashedRecord }>(
    Prisma.sql`DELETE FROM "Trash" WHERE "id" = ANY(${trashIds}::uuid[]) RETURNING "content"`,
  );
  return taken.map(({ content }) => content);
}

/** Puts records back where they were, with their links to whatever is still there. */
export async function restoreRecords(
  change: ChangeSet,
  schema: TableSchema,
  records: readonly TrashedRecord[],
): Promise<void> {
  await restoreUnlinked(change, schema, records);
  await relink(change, schema, records);
}

/** The same but for their links; `relink` follows, once whoever has them now has let go of them. */
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
  const fitted = records.map((record) => ({ ...record, data: fittedTo(schema, record) }));
  // Fields that number records may have come while these were away.
  await countUp(schema, fitted);
  await queryOften(restoreRows(schema.id, fitted));
  for (const { id, data } of fitted) {
    change.note({ kind: "record", tableId: schema.id, itemId: id, before: null, after: data });
  }
}

/** What a record held, as its fields are now: they may have become something else since. Of those that are gone, as it was. */
function fittedTo(schema: TableSchema, { data, aside = {} }: TrashedRecord): TrashedRecord["data"] {
  return Object.fromEntries(
    Object.keys({ ...aside, ...data })
      .flatMap((id) => {
        const stored = data[id] ?? null;
        const field = schema.fieldOf(id);
        if (field?.id !== id) return [[id, stored]];
        // What it held by this very type says more than what has been made of that since.
        const own = aside[id]?.[field.fieldType.type];
        const value =
          (own === undefined ? undefined : convertEarlier(field, own)) ?? convertEarlierByText(field, stored);
        return value === undefined ? [] : [[id, value]];
      })
      .filter(([, value]) => value !== null),
  );
}

/** Gives restored records the links back that they had. */
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
