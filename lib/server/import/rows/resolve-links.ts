import { columnReader, missingNames, namesIn } from "../../../field-types/columns";
import { execute, Prisma, query } from "../../db";
import type { ChangeSet } from "../../log/changes";
import { takeLinkTurns } from "../../records/link-locks";
import { isExclusive, linkOf } from "../../records/link-side";
import { partitionOf } from "../../structure/partitions";
import { relatedSchema, type SchemaField, type TableSchema } from "../../structure/schemas";
import { takeTurn } from "../../turns";
import { addNames, createNamed, createNames, findNames, readNames } from "./link-names";
import type { Problems } from "./problems";
import { rejectRows } from "./reject-rows";
import { indexStaging, staging } from "./staging";

interface Resolving {
  readonly change: ChangeSet;
  readonly schema: TableSchema;
  /** The link fields of the columns. */
  readonly fields: readonly SchemaField[];
  /** True if records are created for names that match none. */
  readonly addsRecords: boolean;
  readonly problems: Problems;
}

/**
 * The temporary table of the links that the rows ask for: `own` is the record of the row, `other` the linked one, `order`
 * its place in the list.
 */
export const wantedLinks = Prisma.sql`"pg_temp"."wanted_links"`;

/**
 * Finds the records that the texts in link cells name, by their ids or by the texts of their primary field, and locks
 * those that exist. Rejects rows with unknown names, with names of several records, and with records that are deleted
 * meanwhile or that an earlier row links, if one list only may hold them.
 */
export async function resolveLinks(resolving: Resolving): Promise<void> {
  const { schema, fields } = resolving;
  await takeLinkTurns(fields);
  await createNames();
  await execute(Prisma.sql`DROP TABLE IF EXISTS ${wantedLinks}`);
  await execute(Prisma.sql`
    CREATE TEMPORARY TABLE "wanted_links" ("fieldId" text, "row" int, "own" uuid, "other" uuid, "order" int) ON COMMIT DROP`);
  await indexStaging();
  const targets = new Map<string, TableSchema>();
  for (const field of fields) {
    const target = await relatedSchema(schema, linkOf(field).tableId);
    targets.set(target.id, target);
    for await (const rows of pagesOf(field))
      await addNames(
        target,
        rows.map(({ text }) => text),
      );
  }
  for (const target of targets.values()) await findNames(target);
  for (const field of fields) {
    const target = await relatedSchema(schema, linkOf(field).tableId);
    for await (const rows of pagesOf(field)) await resolvePage(resolving, { field, target, rows });
  }
  await execute(Prisma.sql`CREATE INDEX "wanted_links_other" ON ${wantedLinks} ("other")`);
  await execute(Prisma.sql`ANALYZE ${wantedLinks}`);
  // In the order of tables and ids, as everywhere.
  for (const target of [...targets.values()].sort((one, other) => (one.id < other.id ? -1 : 1))) {
    await lockWanted(target, fields);
  }
  for (const field of fields) await rejectImpossible(resolving, field);
}

/** A row with the text of its link cell. */
interface LinkedRow {
  readonly row: number;
  readonly id: string;
  readonly text: string;
}

const pageRows = 2_000;

async function* pagesOf({ id }: SchemaField): AsyncGenerator<LinkedRow[]> {
  for (let last = 0; ; ) {
    const rows = await query<LinkedRow>(Prisma.sql`
      SELECT "row", "id", "links" ->> ${id}::text AS "text" FROM ${staging}
      WHERE "links" ? ${id}::text AND "row" > ${last} ORDER BY "row" LIMIT ${pageRows}`);
    yield rows;
    await takeTurn();
    if (rows.length < pageRows) return;
    last = rows.at(-1)?.row ?? last;
  }
}

interface Page {
  readonly field: SchemaField;
  readonly target: TableSchema;
  readonly rows: readonly LinkedRow[];
}

async function resolvePage({ change, addsRecords, problems }: Resolving, page: Page): Promise<void> {
  const { field, target, rows } = page;
  const texts = [...new Set(rows.map(({ text }) => text))];
  const { ids, repeated } = await readNames(target, texts);
  if (addsRecords) {
    const read = columnReader(field, {}, ids);
    const unread = texts.filter((text) => read(text) === undefined);
    const missing = unread.flatMap((text) => missingNames(text, ids)).filter((name) => !repeated.has(name));
    const { ids: created } = await createNamed(change, target, [...new Set(missing)]);
    for (const [name, id] of created) ids.set(name, id);
    await change.store();
  }
  const read = columnReader(field, {}, ids);
  const wanted: { row: number; own: string; other: string; order: number }[] = [];
  const wrong: number[] = [];
  for (const { row, id: own, text } of rows) {
    const list = read(text) as readonly string[] | undefined;
    if (list) list.forEach((other, index) => void wanted.push({ row, own, other, order: index + 1 }));
    else {
      wrong.push(row);
      problems.add({ row, field: field.name, value: text, message: refusal(field, text, { ids, repeated }) });
    }
  }
  await execute(Prisma.sql`
    INSERT INTO ${wantedLinks}
    SELECT DISTINCT ON ("row", "other") ${field.id}, "row", "own", "other", "order"
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS given ("row" int, "own" uuid, "other" uuid, "order" int)
    ORDER BY "row", "other", "order"`);
  await execute(Prisma.sql`DELETE FROM ${staging} WHERE "row" = ANY(${wrong}::int[])`);
}

interface Names {
  readonly ids: ReadonlyMap<string, string>;
  readonly repeated: ReadonlySet<string>;
}

function refusal(field: SchemaField, text: string, { ids, repeated }: Names): string {
  const ambiguous = namesIn(text).find((name) => repeated.has(name));
  if (ambiguous !== undefined) {
    return `names several records, which are all called ${ambiguous.slice(0, 100)}`;
  }
  const unknown = missingNames(text, ids)[0];
  if (unknown === undefined && !linkOf(field).allowMultiple) return "takes one record";
  return `takes names of linked records; none is called ${(unknown ?? text).slice(0, 100)}`;
}

/** Locks the wanted records of a table, so that none is deleted before its link is stored. */
async function lockWanted({ id: tableId }: TableSchema, fields: readonly SchemaField[]): Promise<void> {
  const ids = fields.filter((field) => linkOf(field).tableId === tableId).map((field) => field.id);
  await execute(Prisma.sql`
    SELECT count(*) FROM (
      SELECT FROM ${partitionOf(tableId)} AS record
      WHERE record."tableId" = ${tableId} AND record."id" IN (
        SELECT "other" FROM ${wantedLinks} WHERE "fieldId" = ANY(${ids}))
      ORDER BY record."id" FOR UPDATE) AS "locked"`);
}

async function rejectImpossible({ problems }: Resolving, field: SchemaField): Promise<void> {
  const link = linkOf(field);
  const value = Prisma.sql`given."links" ->> ${field.id}::text`;
  const reject = (wrong: Prisma.Sql) => rejectRows({ wrong, field: field.name, value }, problems);
  await reject(Prisma.sql`
    SELECT "row", 'takes records of the linked table; it does not have ' || min("other"::text) AS "message"
    FROM ${wantedLinks} AS wanted WHERE "fieldId" = ${field.id} AND NOT EXISTS (
      SELECT FROM ${partitionOf(link.tableId)} AS record
      WHERE record."tableId" = ${link.tableId} AND record."id" = wanted."other")
    GROUP BY "row"`);
  if (!(await isExclusive(link))) return;
  await reject(Prisma.sql`
    SELECT "row", 'links ' || min("other"::text) || ', which row ' || min("first") || ' links too; it can be linked only once' AS "message"
    FROM (
      SELECT "row", "other", min("row") OVER (PARTITION BY "other") AS "first" FROM ${wantedLinks} WHERE "fieldId" = ${field.id}
    ) AS "same" WHERE "row" > "first" GROUP BY "row"`);
}
