import { hasCode } from "../../../contract/errors";
import { Prisma, query } from "../../db";
import { resolveFiles } from "../../files/attachments";
import type { SchemaField, TableSchema } from "../../structure/schemas";
import { takeTurn } from "../../turns";
import type { Problems } from "./problems";
import { indexStaging, staging } from "./staging";

interface FilledRow {
  readonly row: number;
  readonly data: { [fieldId: string]: unknown };
}

const pageRows = 1_000;

/**
 * Replaces files in cells by their stored description, as other writes do. Rejects rows with files that were not
 * uploaded to this database.
 */
export async function replaceFiles(
  schema: TableSchema,
  fields: readonly SchemaField[],
  problems: Problems,
): Promise<void> {
  const fieldIds = fields.filter(({ fieldType }) => fieldType.storage === "files").map(({ id }) => id);
  if (fieldIds.length === 0) return;
  await indexStaging();
  for (let last = 0; ; ) {
    const rows = await query<FilledRow>(Prisma.sql`
      SELECT "row", "data" FROM ${staging} WHERE "data" ?| ${fieldIds}::text[] AND "row" > ${last}
      ORDER BY "row" LIMIT ${pageRows}`);
    await replacePage(schema, rows, problems);
    await takeTurn();
    if (rows.length < pageRows) return;
    last = rows.at(-1)?.row ?? last;
  }
}

async function replacePage(
  schema: TableSchema,
  rows: readonly FilledRow[],
  problems: Problems,
): Promise<void> {
  const wrong = await wrongRows(schema, rows, problems);
  await query(Prisma.sql`DELETE FROM ${staging} WHERE "row" = ANY(${[...wrong]}::int[])`);
  const replaced = rows.filter(({ row }) => !wrong.has(row));
  await query(Prisma.sql`
    UPDATE ${staging} AS given SET "data" = found."data"
    FROM jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) AS found ("row" int, "data" jsonb)
    WHERE given."row" = found."row"`);
}

/** Replaces the files of all rows together, or row by row if some are wrong, to find out which. */
async function wrongRows(
  schema: TableSchema,
  rows: readonly FilledRow[],
  problems: Problems,
): Promise<ReadonlySet<number>> {
  const wrong = new Set<number>();
  if (!(await refusalOf(schema, rows))) return wrong;
  for (const row of rows) {
    const refused = await refusalOf(schema, [row]);
    if (!refused) continue;
    wrong.add(row.row);
    const { path, message } = refused;
    problems.add({ row: row.row, field: path, value: "", message });
  }
  return wrong;
}

/** Replaces the files in these rows. Returns the first problem, with the place in the row as its path. */
async function refusalOf(schema: TableSchema, rows: readonly FilledRow[]) {
  // Copies, because a refusal leaves some replaced.
  const replaced = rows.map(({ data }) => ({ path: "", written: {}, set: { ...data } }));
  try {
    await resolveFiles(schema, replaced);
    for (const [index, { data }] of rows.entries()) Object.assign(data, replaced[index]?.set);
    return undefined;
  } catch (error) {
    if (!hasCode(error, "BAD_REQUEST")) throw error;
    const [first] = error.details ?? [];
    return { path: first?.path.replace(/^\./, "") ?? null, message: first?.message ?? error.message };
  }
}
