import { isLink } from "../../../field-types";
import { columnReader, namesIn } from "../../../field-types/columns";
import { Prisma, query } from "../../db";
import { groupBy } from "../../group-by";
import type { ChangeSet } from "../../log/changes";
import { type LinkIntent, lockBothSides } from "../../records/link-locks";
import { linkOf } from "../../records/links";
import { createAll } from "../../records/record-writes";
import { partitionOf } from "../../structure/partitions";
import { relatedSchema, type SchemaField, type TableSchema } from "../../structure/schemas";
import { takeTurn } from "../../turns";
import type { Problems } from "./problems";
import { staging } from "./staging";
import { isComputedPrimary, storedFromText } from "./stored-from-text";

/** A row with the texts of its link cells by field id. */
interface LinkedRow {
  readonly row: number;
  readonly id: string;
  readonly isMatched: boolean;
  readonly links: { readonly [fieldId: string]: string };
}

interface Resolving {
  readonly change: ChangeSet;
  readonly schema: TableSchema;
  /** True if records are created for names that match none. */
  readonly addsRecords: boolean;
  readonly problems: Problems;
}

const pageRows = 2_000;

/**
 * Replaces the texts in link cells by lists of record ids, and locks the records on both sides. A text names a record by
 * its id or by the text of its primary field. Rejects rows with unknown names, and with names of several records.
 */
export async function resolveLinks(resolving: Resolving): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await query<LinkedRow>(Prisma.sql`
      SELECT "row", "id", "isMatched", "links" FROM ${staging}
      WHERE "links" IS NOT NULL AND "row" > ${last} ORDER BY "row" LIMIT ${pageRows}`);
    await resolvePage(resolving, rows);
    await takeTurn();
    if (rows.length < pageRows) return;
    last = rows.at(-1)?.row ?? last;
  }
}

async function resolvePage(resolving: Resolving, rows: readonly LinkedRow[]): Promise<void> {
  const { schema, problems } = resolving;
  const wrong = new Set<number>();
  const lists = new Map<number, { [fieldId: string]: readonly string[] }>();
  const intents: LinkIntent[] = [];
  for (const field of schema.fields.filter(isLink)) {
    const own = rows.filter(({ links }) => links[field.id] !== undefined);
    if (own.length === 0) continue;
    const texts = new Set(own.map(({ links }) => links[field.id] ?? ""));
    const read = await readerOf(resolving, field, [...texts]);
    for (const { row, links } of own) {
      const text = links[field.id] ?? "";
      const found = read(text);
      if (typeof found === "string") {
        wrong.add(row);
        problems.add({ row, field: field.name, value: text, message: found });
      } else lists.set(row, { ...lists.get(row), [field.id]: found });
    }
    const good = own.filter(({ row }) => !wrong.has(row));
    intents.push({
      field,
      recordIds: good.map(({ id }) => id),
      wanted: good.flatMap(({ row }) => lists.get(row)?.[field.id] ?? []),
    });
  }
  const recordIds = rows.filter(({ isMatched }) => isMatched).map(({ id }) => id);
  await lockBothSides(schema, { recordIds, intents });
  await query(Prisma.sql`DELETE FROM ${staging} WHERE "row" = ANY(${[...wrong]}::int[])`);
  const resolved = [...lists].filter(([row]) => !wrong.has(row)).map(([row, links]) => ({ row, links }));
  await query(Prisma.sql`
    UPDATE ${staging} AS given SET "links" = found."links"
    FROM jsonb_to_recordset(${JSON.stringify(resolved)}::jsonb) AS found ("row" int, "links" jsonb)
    WHERE given."row" = found."row"`);
}

/** Reads a text to the ids of records, or to the reason why it is refused. */
type LinkReader = (text: string) => readonly string[] | string;

async function readerOf(
  resolving: Resolving,
  field: SchemaField,
  texts: readonly string[],
): Promise<LinkReader> {
  const target = await relatedSchema(resolving.schema, linkOf(field).tableId);
  const names = new Set(texts.flatMap(namesIn));
  const { ids, repeated } = await findByName(target, [...names]);
  const read = columnReader(field, {}, ids);
  const there = await existing(target, texts, (text) => read(text) as readonly string[] | undefined);
  const missing = resolving.addsRecords
    ? texts.filter((text) => read(text) === undefined).flatMap((text) => missingIn(text, ids))
    : [];
  for (const [name, id] of await createNamed(resolving, target, [...new Set(missing)])) ids.set(name, id);
  const readAgain = columnReader(field, {}, ids);
  return (text) => {
    const ambiguous = namesIn(text).find((name) => repeated.has(name) && !ids.has(name));
    if (ambiguous !== undefined)
      return `names several records, which are all called ${ambiguous.slice(0, 100)}`;
    const list = readAgain(text) as readonly string[] | undefined;
    if (!list) return refusal(field, text, ids);
    const unknown = list.find((id) => !there.has(id) && ![...ids.values()].includes(id));
    return unknown === undefined ? list : `takes records of the linked table; it does not have ${unknown}`;
  };
}

function refusal(field: SchemaField, text: string, ids: ReadonlyMap<string, string>): string {
  const unknown = missingIn(text, ids)[0];
  if (unknown === undefined && !linkOf(field).allowMultiple) return "takes one record";
  return `takes names of linked records; none is called ${(unknown ?? text).slice(0, 100)}`;
}

/** The items of a list that name no record. */
function missingIn(text: string, ids: ReadonlyMap<string, string>): string[] {
  const [whole = "", ...items] = namesIn(text);
  return ids.has(whole) ? [] : items.filter((name) => !ids.has(name));
}

/** The given ids that exist. */
async function existing(
  target: TableSchema,
  texts: readonly string[],
  read: (text: string) => readonly string[] | undefined,
): Promise<Set<string>> {
  const wanted = [...new Set(texts.flatMap((text) => read(text) ?? []))];
  const rows = await query<{ id: string }>(Prisma.sql`
    SELECT "id" FROM ${partitionOf(target.id)} WHERE "tableId" = ${target.id} AND "id" = ANY(${wanted}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/** Finds records by the texts of their primary field. */
async function findByName(
  target: TableSchema,
  names: readonly string[],
): Promise<{ ids: Map<string, string>; repeated: Set<string> }> {
  const primary = target.fieldOf(target.primaryFieldId);
  const values = names.flatMap((name) => {
    const stored = primary && storedFromText(primary, name);
    return stored === undefined ? [] : [{ name, stored }];
  });
  const found = await query<{ name: string; id: string }>(Prisma.sql`
    SELECT given."name", record."id"
    FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS given ("name" text, "stored" jsonb)
    JOIN ${partitionOf(target.id)} AS record ON record."data" -> ${target.primaryFieldId}::text = given."stored"
    WHERE record."tableId" = ${target.id}`);
  const ids = new Map<string, string>();
  const repeated = new Set<string>();
  for (const [name, rows] of groupBy(found, (each) => each.name)) {
    if (rows.length > 1) repeated.add(name);
    else ids.set(name, rows[0]?.id ?? "");
  }
  return { ids, repeated };
}

/** Creates a record for each name that the primary field takes. */
async function createNamed(
  { change }: Resolving,
  target: TableSchema,
  names: readonly string[],
): Promise<[string, string][]> {
  const primary = target.fieldOf(target.primaryFieldId);
  if (!primary || isComputedPrimary(primary)) return [];
  const named = names.flatMap((name) => {
    const stored = storedFromText(primary, name);
    return stored === undefined ? [] : [{ name, stored }];
  });
  if (named.length === 0) return [];
  const records = named.map(({ stored }) => ({
    ...{ path: primary.name, written: {}, cleared: [], links: [] },
    set: { [primary.id]: stored },
  }));
  const ids = await createAll(change, target, { records });
  return named.map(({ name }, index) => [name, ids[index] ?? ""]);
}
