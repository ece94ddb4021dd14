import { badRequest } from "../../../contract/errors";
import type { ImportMode, ImportResult } from "../../../contract/import-call";
import { limits } from "../../../contract/limits";
import { isLink } from "../../../field-types";
import type { Author } from "../../access/author";
import { holdRights } from "../../access/current-rights";
import { requireMay } from "../../access/may";
import { requireScope } from "../../access/rights";
import { fieldsWritten, loadRules, requireFieldWrites, requireTableWrite } from "../../access/rules";
import { reserveNumber, storeImportEntry } from "../../log/change-log";
import { type ChangeSet, changeSet } from "../../log/changes";
import { matchFields } from "../../records/upserts";
import { liftTimeout } from "../../structure/schema-change";
import type { SchemaField, TableSchema } from "../../structure/schemas";
import type { Table } from "../../tabular";
import { checkConstraints } from "./check-constraints";
import type { Columns } from "./columns";
import { fillTable } from "./fill-table";
import { matchRows } from "./match-rows";
import { Problems } from "./problems";
import { RowReader } from "./read-rows";
import { requireActive } from "./require-active";
import { replaceFiles } from "./resolve-files";
import { resolveLinks } from "./resolve-links";
import { createStaging, stageRows } from "./staging";
import { type Counts, storeRows } from "./store-rows";
import type { Target } from "./targets";

export interface ImportOptions {
  readonly mode: ImportMode;
  /** Names or ids of the fields by which records are matched. */
  readonly matchOn: readonly string[];
  readonly onError: "stop" | "skip";
  /** Adds unknown labels as options, and creates linked records that do not exist. */
  readonly addOptions: boolean;
  readonly clearEmpty: boolean;
  readonly signal: AbortSignal;
  /** Called with the number of rows read so far. */
  readonly onRows?: (rows: number) => void;
}

/** A file, and where its columns go. */
export interface Importing {
  readonly table: Table;
  readonly target: Target;
  /** Called once, before the transaction. The function that it returns makes the columns anew for each attempt. */
  readonly prepareColumns: () => Promise<() => Columns>;
  readonly options: ImportOptions;
  /** Runs in the same transaction once everything is stored. */
  readonly finish?: (result: ImportResult, problems: Problems) => Promise<void>;
}

/** Imports the rows of a file in one transaction and one change set. The caller has a seat, unless it is a dry run. */
export async function importRows(author: Author, importing: Importing): Promise<ImportResult> {
  const { table, target, prepareColumns, options, finish } = importing;
  const { databaseId } = target.schema;
  const matchOn = matchFieldsOf(target.schema, options);
  requireMode(author, target.schema, options);
  const columns = await prepareColumns();
  const maxMs = limits.importSeconds * 1_000;
  return changeSet({ ...author, source: "import" }, { databaseId, maxMs, hasSeat: true }, async (change) => {
    await liftTimeout();
    const problems = new Problems(options.onError === "stop");
    const { signal, onRows, addOptions: addsOptions } = options;
    const reader = new RowReader(columns(), table, { addsOptions, problems, signal, onRows });
    const storing = { change, target, matchOn, reader, problems, options };
    const counts = await (target.takesCopies ? copyRows(storing) : stageAndStore(storing));
    await requireRights(storing, counts);
    const isChanged = counts.created + counts.updated > 0 || target.addsStructure;
    const changeSetId = isChanged ? author.changeSetId : null;
    const result = { ...counts, failed: problems.failed, errors: problems.first, changeSetId };
    await finish?.(result, problems);
    return result;
  });
}

interface Storing extends Pick<Importing, "target" | "options"> {
  readonly change: ChangeSet;
  readonly matchOn: readonly SchemaField[];
  readonly reader: RowReader;
  readonly problems: Problems;
}

/** Copies the rows into a new table while they are read, and only then locks the database to add the table. */
async function copyRows({ change, target, reader, problems, options }: Storing): Promise<Counts> {
  const schema = await target.open(change, reader);
  const { created, ...range } = await fillTable(schema.id, reader.read());
  problems.stopIfAny();
  requireActive(options.signal);
  await target.close(change, schema, reader);
  // Logs the table before its records.
  await change.store();
  if (created > 0) {
    const after = { created, updated: 0, fieldIds: idsOf(reader.fields), ...range };
    change.note({ kind: "import", tableId: schema.id, itemId: schema.id, before: null, after });
  }
  return { created, updated: 0, unchanged: 0 };
}

/**
 * Reads the rows into a temporary table first, so that nothing is locked while the file is read; then they are checked
 * and stored by a few statements.
 */
async function stageAndStore(storing: Storing): Promise<Counts> {
  const { matchOn, reader, problems, options } = storing;
  await createStaging();
  await stageRows(reader.read(), { matchOn: idsOf(matchOn), clearEmpty: options.clearEmpty });
  problems.stopIfAny();
  requireActive(options.signal);
  requireColumns(matchOn, reader.fields);
  return store(storing);
}

function idsOf(fields: readonly SchemaField[]): string[] {
  return fields.map(({ id }) => id);
}

/** Checks the rights that this import needs once more, because they may have ended since it began. */
async function requireRights(
  { change, target, matchOn, reader }: Storing,
  { created, updated, unchanged }: Counts,
): Promise<void> {
  const { author, databaseId } = change;
  const rights = await holdRights(author.actor);
  requireMay(rights, "edit-records", databaseId);
  if (matchOn.length > 0 || reader.fields.some(isLink)) requireMay(rights, "read", databaseId);
  if (target.addsStructure) requireMay(rights, "change-structure", databaseId);
  if (reader.newOptions.length > 0) requireMay(rights, "add-options", databaseId);
  const rules = await loadRules({ databaseId });
  const { id: tableId } = target.schema;
  if (created > 0) requireTableWrite(rights, rules, { tableId, write: "create" });
  if (updated + unchanged > 0) requireTableWrite(rights, rules, { tableId, write: "update" });
  requireFieldWrites(rights, rules, reader.fields.flatMap(fieldsWritten));
}

/** Throws the 403 of a rule that refuses every row, before the file is read. */
function requireMode({ actor }: Author, { id: tableId, rules }: TableSchema, { mode }: ImportOptions): void {
  if (mode !== "upsert") requireTableWrite(actor, rules, { tableId, write: mode });
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

/** Checks the staged rows and stores them. */
async function store({ change, target, matchOn, reader, problems, options }: Storing): Promise<Counts> {
  const { fields, newOptions } = reader;
  const schema = await target.open(change, { fields, newOptions });
  if (matchOn.length > 0) await matchRows({ schema, fields: matchOn, mode: options.mode }, problems);
  // Those of the schema, because a new link field gets its other side only when it is stored.
  const links = schema.fields.filter((field) => isLink(field) && fields.some(({ id }) => id === field.id));
  if (links.length > 0) {
    requireScope(change.author.actor, "read");
    await resolveLinks({ change, schema, fields: links, addsRecords: options.addOptions, problems });
  }
  await replaceFiles(schema, fields, problems);
  await checkConstraints(schema, fields, problems);
  problems.stopIfAny();
  requireActive(options.signal);
  const number = await reserveNumber();
  const counts = await storeRows(change, { schema, links, entry: number });
  const { created, updated } = counts;
  if (created + updated > 0) {
    const after = { created, updated, fieldIds: idsOf(fields) };
    await storeImportEntry(change, { number, tableId: schema.id, before: null, after });
  }
  await target.close(change, schema, reader);
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
