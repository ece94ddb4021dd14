import { fieldTypeOf, isLink } from "../../field-types";
import { sourceOf } from "../access/author";
import { firstId } from "../conversion/cells";
import { Prisma, query, queryOften, type Sql } from "../db";
import { mintRecordId } from "../ids";
import type { ChangeSet } from "../log/changes";
import { partitionOf } from "../structure/partitions";
import { liftTimeout } from "../structure/schema-change";
import type { SchemaField, TableSchema } from "../structure/schemas";
import type { FieldRow } from "../structure/structure";
import { takeTurn } from "../turns";
import { loadLinks, type WrittenLinks } from "./link-lists";
import { lockBothSides } from "./link-locks";
import { linkOf } from "./link-side";
import { writeLinks } from "./links";
import { isNumbering } from "./numbering";
import { writer } from "./record-sql";
import { bumpVersions } from "./record-writes";

/** The source table of a copy, with the ids of the copied fields by those of the originals. */
interface Original {
  readonly tableId: string;
  readonly fields: readonly FieldRow[];
  readonly ids: ReadonlyMap<string, string>;
}

/** The ids of a record and its copy. */
interface Pair {
  readonly from: string;
  readonly to: string;
}

const maxPageRecords = 2_000;

/**
 * Copies all records of a table into an empty table with equal fields, in order of creation and in the same manual
 * order. Assigns new numbers. Links among the records point to the copies.
 */
export async function copyRecords(change: ChangeSet, schema: TableSchema, original: Original): Promise<void> {
  await liftTimeout();
  const links = linksOf(schema, original);
  const ownLinks = links.filter(({ copy }) => linkOf(copy).tableId === schema.id);
  // Only links among the records need the ids of all of them.
  const copies = new Map<string, string>();
  let copied = 0;
  for (let last = firstId; ; ) {
    const pairs = await copyPage(change, schema, { original, last, copied });
    copied += pairs.length;
    if (ownLinks.length > 0) for (const { from, to } of pairs) copies.set(from, to);
    for (const link of links) {
      if (!ownLinks.includes(link)) await copyLinks(change, schema, link, { pairs });
    }
    await change.endStep();
    await takeTurn();
    if (pairs.length < maxPageRecords) break;
    last = pairs.at(-1)?.from ?? last;
  }
  const all = [...copies].map(([from, to]) => ({ from, to }));
  for (const link of ownLinks.filter(({ copy }) => !linkOf(copy).isInverse)) {
    for (let at = 0; at < all.length; at += maxPageRecords) {
      await copyLinks(change, schema, link, { pairs: all.slice(at, at + maxPageRecords), copies });
      await change.endStep();
    }
  }
  for (const { id } of schema.fields.filter(({ type }) => isNumbering(type))) {
    await query(Prisma.sql`UPDATE "Field" SET "lastNumber" = ${copied} WHERE "id" = ${id}`);
  }
}

/** Copies a page of records after the id `last`, without links. */
async function copyPage(
  change: ChangeSet,
  schema: TableSchema,
  { original, last, copied }: { original: Original; last: string; copied: number },
): Promise<Pair[]> {
  const source = Prisma.sql`${partitionOf(original.tableId)} AS "original" WHERE "tableId" = ${original.tableId}`;
  const found = await queryOften<{ id: string }>(Prisma.sql`
    SELECT "id" FROM ${source} AND "id" > ${last}::uuid ORDER BY "id" LIMIT ${maxPageRecords}`);
  const pairs = found.map(({ id }) => ({ from: id, ...mintRecordId() }));
  const given = pairs.map(({ from, id, createdAt }, index) => ({
    from,
    id,
    createdAt,
    number: copied + index + 1,
  }));
  const made = await query<{ id: string; data: { [fieldId: string]: unknown } }>(Prisma.sql`
    INSERT INTO ${partitionOf(schema.id)} ("tableId", "id", "data", "position", "source", "createdAt", "updatedAt", "createdById", "updatedById")
    SELECT ${schema.id}, "given"."id", ${copiedData(schema, original)}, "original"."position", ${sourceOf(change.author.actor)},
      "given"."createdAt", "given"."createdAt", ${writer()}, ${writer()}
    FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS "given" ("from" uuid, "id" uuid, "createdAt" timestamptz, "number" int)
    JOIN ${partitionOf(original.tableId)} AS "original" ON "original"."tableId" = ${original.tableId} AND "original"."id" = "given"."from"
    RETURNING "id", "data"`);
  for (const { id, data } of made) {
    change.note({ kind: "record", tableId: schema.id, itemId: id, before: null, after: data });
  }
  return pairs.map(({ from, id }) => ({ from, to: id }));
}

/** SQL of the values by the ids of the copied fields, with new numbers. */
function copiedData({ fields }: TableSchema, original: Original): Sql {
  const stored = original.fields.filter((field) => !fieldTypeOf(field).isComputed && !isLink(field));
  const numbers = fields
    .filter(({ type }) => isNumbering(type))
    .map(({ id }) => Prisma.sql`|| jsonb_build_object(${id}::text, "given"."number")`);
  return Prisma.sql`${copiedCells(stored, original.ids)} ${numbers.length > 0 ? Prisma.join(numbers, " ") : Prisma.empty}`;
}

/** SQL of the cells of `original` by the ids of the copied fields. `value` is the SQL of a cell's copied value. */
export function copiedCells(
  fields: readonly { readonly id: string }[],
  ids: ReadonlyMap<string, string>,
  value: Sql = Prisma.sql`"value"`,
): Sql {
  const names = JSON.stringify(Object.fromEntries(fields.map(({ id }) => [id, ids.get(id)])));
  return Prisma.sql`(
    SELECT coalesce(jsonb_object_agg(${names}::jsonb ->> "key", ${value}), '{}')
    FROM jsonb_each("original"."data") WHERE ${names}::jsonb ? "key")`;
}

interface CopiedLink {
  readonly from: FieldRow;
  readonly copy: SchemaField;
}

function linksOf(schema: TableSchema, { fields, ids }: Original): CopiedLink[] {
  return fields.filter(isLink).flatMap((from) => {
    const copy = schema.fieldOf(ids.get(from.id) ?? "");
    return copy ? [{ from, copy }] : [];
  });
}

/** Copies the lists of a link field. `copies` replace records that are copied too. */
async function copyLinks(
  change: ChangeSet,
  schema: TableSchema,
  { from, copy }: CopiedLink,
  { pairs, copies }: { pairs: readonly Pair[]; copies?: ReadonlyMap<string, string> },
): Promise<void> {
  const lists = await loadLinks(
    from,
    pairs.map((pair) => pair.from),
  );
  const written = pairs.flatMap((pair): WrittenLinks[] => {
    const held = lists.get(pair.from) ?? [];
    const ids = copies ? held.flatMap((id) => copies.get(id) ?? []) : held;
    return ids.length === 0 ? [] : [{ recordId: pair.to, ids, path: copy.name }];
  });
  if (written.length === 0) return;
  const recordIds = written.map(({ recordId }) => recordId);
  const wanted = written.flatMap(({ ids }) => ids);
  await lockBothSides(schema, { recordIds: [], intents: [{ field: copy, recordIds, wanted }] });
  const touched = await writeLinks(change, { schema, field: copy }, written);
  for (const id of recordIds) touched.get(schema.id)?.delete(id);
  await bumpVersions(touched);
}
