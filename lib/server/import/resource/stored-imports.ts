import { ApiError, notFound } from "../../../contract/errors";
import { recordId } from "../../../contract/ids";
import type { FileImport, ImportReading, ImportStatus } from "../../../contract/import-resource";
import type { BasePlace, ImportPlace, TablePlace } from "../../../contract/places";
import type { Actor } from "../../access/author";
import { may } from "../../access/may";
import { Prisma, prisma, query } from "../../db";
import { change } from "../../log/changes";
import { requireBase } from "../../structure/structure";
import type { FileAnalysis } from "./analyse-file";

type Row = Prisma.ImportGetPayload<object>;

/** An import as stored. */
export interface StoredImport extends Omit<Row, "status" | "reading" | "analysis"> {
  readonly status: ImportStatus;
  readonly reading: ImportReading;
  readonly analysis: FileAnalysis | null;
}

/** Seconds without a sign of life after which the process that works on an import counts as ended. */
const maxSilence = 15;

/** Lists the imports of a database that the caller may see, newest first. */
export async function listImports(place: BasePlace, actor: Actor): Promise<FileImport[]> {
  await requireBase(place);
  await failSilent();
  const rows = await prisma().import.findMany({
    where: { baseId: place.databaseId, ...visibleTo(actor, place) },
    orderBy: { id: "desc" },
  });
  return rows.map((row) => presentImport(stored(row)));
}

/** Finds an import. Throws a 404 for one that the caller may not see. */
export async function findImport(place: ImportPlace, actor: Actor): Promise<StoredImport> {
  await failSilent();
  const id = recordId.safeParse(place.importId);
  const row = id.success
    ? await prisma().import.findFirst({
        where: { id: id.data, baseId: place.databaseId, ...visibleTo(actor, place) },
      })
    : null;
  if (row) return stored(row);
  await requireBase(place);
  throw notFound("import", place.importId);
}

/** One's own imports; all for owners of the database. */
function visibleTo(actor: Actor, { databaseId }: BasePlace): { ownerId?: string } {
  return may(actor, "manage-members", databaseId) ? {} : { ownerId: actor.person.id };
}

/** Marks imports as failed whose process has ended. */
export async function failSilent(): Promise<void> {
  await change(() =>
    query(Prisma.sql`
      UPDATE "Import" SET "status" = 'failed', "error" = ${stoppedMessage}, "progress" = NULL
      WHERE "status" IN ('analysing', 'running')
        AND "aliveAt" < clock_timestamp() - ${maxSilence} * interval '1 second'`),
  );
}

/** The error of an import whose process has ended. */
export const stoppedMessage = "The server was stopped.";

/** Throws a 409 if a file is being imported into a table, which cannot be deleted meanwhile. */
export async function refuseWhileImporting({ databaseId, tableId }: TablePlace): Promise<void> {
  await failSilent();
  const where = { baseId: databaseId, tableId, status: "running" };
  if ((await prisma().import.count({ where })) === 0) return;
  throw new ApiError(
    "CONFLICT",
    "A file is being imported into this table. Wait until it is done, or cancel the import.",
  );
}

/** True if an import has this id. */
export async function isImport(id: string): Promise<boolean> {
  if (!recordId.safeParse(id).success) return false;
  return (await prisma().import.count({ where: { id } })) > 0;
}

/** Changes an import that has one of these statuses. False if it has another, or does not exist any more. */
export async function changeImport(
  id: string,
  from: readonly ImportStatus[],
  data: Prisma.ImportUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await prisma().import.updateMany({ where: { id, status: { in: [...from] } }, data });
  return count > 0;
}

function stored(row: Row): StoredImport {
  return {
    ...row,
    status: row.status as ImportStatus,
    reading: row.reading as ImportReading,
    analysis: row.analysis as FileAnalysis | null,
  };
}

/** The form of an import in responses. */
export function presentImport({ id, analysis, reading, ...row }: StoredImport): FileImport {
  const { filename, size, status, progress, result, error, createdAt } = row;
  const { format, sheets, sheet, hasHeader, delimiter, encoding, rows, columns, notes } = analysis ?? {};
  return {
    ...{ id, filename, size: Number(size), status, error },
    format: format ?? null,
    sheets: sheets ? [...sheets] : null,
    sheet: sheet ?? null,
    hasHeader: hasHeader ?? null,
    delimiter: delimiter ?? null,
    encoding: encoding ?? null,
    dayFirst: reading.dayFirst ?? null,
    rows: rows ?? null,
    columns: (columns?.map(withoutInternals) ?? null) as FileImport["columns"],
    notes: notes ?? [],
    progress: progress as FileImport["progress"],
    result: result as FileImport["result"],
    createdAt: createdAt.toISOString(),
  };
}

function withoutInternals({
  index,
  name,
  type,
  template,
  examples,
  filled,
  unconvertible,
  suggestions,
  notation,
}: FileAnalysis["columns"][number]) {
  return { index, name, type, template, examples, filled, unconvertible, suggestions, notation };
}
