import { badRequest } from "../../contract/errors";
import type { ImportMode, RecordImport } from "../../contract/imports";
import { limits } from "../../contract/limits";
import type { TablePlace } from "../../contract/places";
import { isLink } from "../../field-types";
import type { Author } from "../access/author";
import { requireScope } from "../access/rights";
import { execute, Prisma } from "../db";
import { reserveNumber, storeImportEntry } from "../log/change-log";
import { type ChangeSet, changeSet } from "../log/changes";
import { holdSchema } from "../records/record-writes";
import { storeNewOptions, withNewOptions } from "../records/typecast";
import { matchFields } from "../records/upserts";
import { liftTimeout } from "../structure/schema-change";
import {
  findSchema,
  type SchemaField,
  staleSchema,
  type TableSchema,
  withSchema,
} from "../structure/schemas";
import type { Table } from "../tabular";
import { matchRows } from "./match-rows";
import { Problems } from "./problems";
import { RowReader } from "./read-rows";
import { replaceFiles } from "./resolve-files";
import { resolveLinks } from "./resolve-links";
import { createStaging, stageRows } from "./staging";
import { type Counts, storeRows } from "./store-rows";

export interface ImportOptions {
  readonly mode: ImportMode;
  /** Names or ids of the fields by which records are matched. */
  readonly matchOn: readonly string[];
  readonly onError: "stop" | "skip";
  /** Adds unknown labels as options, and creates linked records that do not exist. */
  readonly addOptions: boolean;
  readonly clearEmpty: boolean;
  readonly signal: AbortSignal;
}

/**
 * Imports the rows of a file into a table, in one transaction and one change set. The rows are read into a temporary
 * table first, so that nothing is locked while the file is read; then they are checked and stored by a few statements.
 */
export function importRecords(
  author: Author,
  place: TablePlace,
  { table, options }: { table: Table; options: ImportOptions },
): Promise<RecordImport> {
  return withSchema(place, (schema) => {
    const fields = matchFieldsOf(schema, options);
    const maxMs = limits.importSeconds * 1_000;
    const imported: Author = { ...author, source: "import" };
    return changeSet(imported, { databaseId: schema.databaseId, maxMs }, async (change) => {
      await liftTimeout();
      const problems = new Problems(options.onError === "stop");
      const { signal, addOptions: addsOptions } = options;
      const reader = new RowReader(schema, table, { addsOptions, problems, signal });
      await createStaging();
      const matchOn = fields.map(({ id }) => id);
      await stageRows(reader.read(), { matchOn, clearEmpty: options.clearEmpty });
      problems.stopIfAny();
      const counts = await store({ change, schema, fields, reader, problems, options });
      const { created, updated } = counts;
      const changeSetId = created + updated > 0 ? author.changeSetId : null;
      return { ...counts, failed: problems.failed, errors: problems.first, changeSetId };
    });
  });
}

/** The fields that identify a record. Throws a 400 if they do not suit the mode. */
function matchFieldsOf(schema: TableSchema, { mode, matchOn }: ImportOptions): SchemaField[] {
  if (mode === "create" && matchOn.length > 0) {
    throw badRequest([{ path: "matchOn", message: "needs the mode `update` or `upsert`" }]);
  }
  if (mode !== "create" && matchOn.length === 0) {
    throw badRequest([{ path: "matchOn", message: `is required for the mode \`${mode}\`` }]);
  }
  return matchFields(schema, matchOn);
}

interface Storing {
  readonly change: ChangeSet;
  readonly schema: TableSchema;
  readonly fields: readonly SchemaField[];
  readonly reader: RowReader;
  readonly problems: Problems;
  readonly options: ImportOptions;
}

/** Checks the staged rows and stores them. */
async function store({ change, schema, fields, reader, problems, options }: Storing): Promise<Counts> {
  const { mode, addOptions } = options;
  requireColumns(fields, reader.fields);
  const wanted = withNewOptions(schema, reader.newOptions);
  await takeImportTurn(schema);
  const current = await holdCurrent(wanted, reader.fields);
  if (fields.length > 0) await matchRows({ schema: current, fields, mode }, problems);
  if (reader.fields.some(isLink)) {
    requireScope(change.author.actor, "read");
    await resolveLinks({ change, schema: current, addsRecords: addOptions, problems });
  }
  await replaceFiles(current, reader.fields, problems);
  problems.stopIfAny();
  const number = await reserveNumber();
  const counts = await storeRows(change, current, number);
  const { created, updated } = counts;
  if (created + updated > 0) {
    const after = { created, updated, fieldIds: reader.fields.map(({ id }) => id) };
    await storeImportEntry(change, { number, tableId: current.id, before: null, after });
  }
  await storeNewOptions(change, current);
  return counts;
}

/** Throws a 400 if the file lacks a column by which records are matched. */
function requireColumns(fields: readonly SchemaField[], columns: readonly SchemaField[]): void {
  const missing = fields.filter(({ id }) => !columns.some((column) => column.id === id));
  if (missing.length === 0) return;
  throw badRequest(
    missing.map(({ name }) => ({
      path: "matchOn",
      message: `names ${name}, which is no column of the file`,
    })),
  );
}

/**
 * Waits for other imports into the table, for as long as they take. Nothing else is locked yet, so that nobody waits
 * for this one meanwhile.
 */
async function takeImportTurn({ id }: TableSchema): Promise<void> {
  await execute(Prisma.sql`SET LOCAL lock_timeout = 0`);
  await execute(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`import ${id}`}, 0))`);
  await execute(Prisma.sql`SET LOCAL lock_timeout TO DEFAULT`);
}

/** Locks the schema. Accepts a newer one if the fields of the columns are the same, because reading a file takes long. */
async function holdCurrent(schema: TableSchema, columns: readonly SchemaField[]): Promise<TableSchema> {
  const { databaseId, id } = schema;
  const newest = await findSchema({ databaseId, tableId: id });
  const isSame = columns.every((column) => isSameField(column, newest?.fieldOf(column.id)));
  if (!newest || !isSame) throw staleSchema;
  const current = withNewOptions(newest, schema.newOptions);
  await holdSchema(current);
  return current;
}

function isSameField(one: SchemaField, other: SchemaField | undefined): boolean {
  return one.type === other?.type && JSON.stringify(one.template) === JSON.stringify(other.template);
}
