import type { ImportResult } from "../../../contract/import-call";
import type { FileImport, ImportRun } from "../../../contract/import-resource";
import type { ImportPlace } from "../../../contract/places";
import { type Author, holderOf } from "../../access/author";
import { knownPeople } from "../../access/known-people";
import { requireMay } from "../../access/may";
import { requireScope } from "../../access/rights";
import { Prisma, whenStored } from "../../db";
import { change } from "../../log/changes";
import { withSchema } from "../../structure/schemas";
import { requireFree } from "../../structure/siblings";
import { siblingsIn } from "../../structure/structure";
import { draftTable } from "../../structure/tables";
import { ChosenColumns } from "../rows/columns";
import { type Importing, importRows } from "../rows/import-rows";
import { waitForSeat } from "../rows/import-seats";
import type { Problems } from "../rows/problems";
import { existingTable, newTable, type Target } from "../rows/targets";
import type { FileAnalysis } from "./analyse-file";
import { busy, openImport } from "./analysis";
import { cancelled, inBackground } from "./background";
import { type FieldsByColumn, fieldsOfTable, matchKeys, tableOfColumns } from "./plan-run";
import { changeImport, findImport, presentImport, type StoredImport } from "./stored-imports";

/** Statuses of an import that can be run; failed and cancelled ones again. */
const runnable = ["ready", "failed", "cancelled"] as const;

/** Starts an import in the background. A dry run checks every row first and stores nothing. */
export async function runImport(
  author: Author,
  place: ImportPlace,
  { run, isDryRun, signal }: { run: ImportRun; isDryRun: boolean; signal: AbortSignal },
): Promise<FileImport> {
  const found = await findImport(place, author.actor);
  const { analysis } = found;
  const isRunnable = runnable.some((status) => status === found.status);
  if (!analysis || !isRunnable) throw busy(found);
  requireRights(author, place, run);
  if (isDryRun) {
    const result = await carryOut(author, found, { run, analysis, signal });
    return presentImport({ ...found, result });
  }
  const tableId = await checkPlan(found, run, analysis);
  return change(async () => {
    const progress = { rows: 0, of: analysis.rows };
    const none = { result: Prisma.DbNull, rejected: Prisma.DbNull, error: null };
    const started = { status: "running", tableId, progress, aliveAt: new Date() };
    if (!(await changeImport(found.id, runnable, { ...started, ...none }))) throw busy(found);
    whenStored(() =>
      inBackground({ id: found.id, status: "running", rows: analysis.rows }, async (work) => {
        const leave = await waitForSeat(holderOf(author.actor), work.signal);
        await carryOut(author, found, { run, analysis, ...work, finish: done }).finally(leave);
      }),
    );
    return presentImport({ ...found, status: "running", progress, result: null, error: null });
  });
}

function requireRights(
  { actor }: Author,
  { databaseId }: ImportPlace,
  { table, columns, matchOn }: ImportRun,
): void {
  const addsFields = "name" in table || columns.some((column) => "type" in column);
  if (addsFields) requireMay(actor, "change-structure", databaseId);
  if (matchOn.length > 0) requireScope(actor, "read");
}

type Result = ImportResult & { readonly tableId: string };

/** Stores the result in the transaction of the records. Throws if the import was cancelled meanwhile. */
async function done({ id }: StoredImport, result: Result, problems: Problems): Promise<void> {
  const rejected = problems.rejected.map((each) => [...each]);
  const data = { status: "done", progress: Prisma.DbNull, result, rejected };
  if (!(await changeImport(id, ["running"], data))) throw cancelled;
}

interface Running extends Pick<Importing["options"], "signal" | "onRows"> {
  readonly run: ImportRun;
  readonly analysis: FileAnalysis;
  readonly finish?: (found: StoredImport, result: Result, problems: Problems) => Promise<void>;
}

/** Imports the rows into the table. */
async function carryOut(author: Author, found: StoredImport, running: Running): Promise<Result> {
  const { run, analysis, signal, onRows, finish } = running;
  const table = await openImport(found, found.reading);
  return withTarget(found, { run, analysis }, async ({ target, fields }) => {
    const prepareColumns = async () => () =>
      new ChosenColumns(analysis.columns.length, analysis.hasHeader, fields);
    const { mode, onError, addOptions, clearEmpty } = run;
    const matchOn = matchKeys(run, fields);
    const tableId = target.schema.id;
    const result = await importRows(author, {
      ...{ table, target, prepareColumns },
      options: { mode, onError, addOptions, clearEmpty, matchOn, signal, ...(onRows && { onRows }) },
      finish: async (counts, problems) => finish?.(found, { ...counts, tableId }, problems),
    });
    return { ...result, tableId };
  });
}

/**
 * Throws the 400, 404 or 409 of a run that is not possible, before it starts. Returns the id of the table, which a new
 * one gets only later.
 */
async function checkPlan(
  found: StoredImport,
  run: ImportRun,
  analysis: FileAnalysis,
): Promise<string | null> {
  if ("name" in run.table) {
    const tables = await siblingsIn({ databaseId: found.baseId });
    requireFree(run.table.name, tables, "this database has a table");
  }
  return withTarget(found, { run, analysis }, async ({ target, fields }) => {
    matchKeys(run, fields);
    return "tableId" in run.table ? target.schema.id : null;
  });
}

/** Runs `work` with the table of a run, and with its fields by column. */
async function withTarget<Result>(
  { baseId: databaseId }: Pick<StoredImport, "baseId">,
  { run, analysis }: Pick<Running, "run" | "analysis">,
  work: (planned: { target: Target; fields: FieldsByColumn }) => Promise<Result>,
): Promise<Result> {
  const { table } = run;
  const people = await knownPeople(databaseId);
  if ("tableId" in table) {
    return withSchema({ databaseId, tableId: table.tableId }, (schema) => {
      const { fields, drafts } = fieldsOfTable(schema, run, { ...analysis, people });
      return work({ target: existingTable(schema, drafts, people), fields });
    });
  }
  const { create, indexes } = tableOfColumns(table.name, run, analysis);
  const target = newTable(databaseId, draftTable(create), { isMatched: run.matchOn.length > 0, people });
  const fields = new Map(
    target.schema.fields.map((field, position) => {
      const index = indexes[position] ?? 0;
      return [index, { field, notation: analysis.columns[index]?.notation ?? {} }] as const;
    }),
  );
  return work({ target, fields });
}
