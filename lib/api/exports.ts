import * as z from "zod";
import type { Action } from "../contract/actions";
import { databaseExportQuery, exportProgress, recordExportQuery } from "../contract/export";
import { exportFormats } from "../contract/export-formats";
import { type BasePlace, basePlace, exportPlace, tablePlace } from "../contract/places";
import { record, subjectOf } from "../server/access/audit";
import { type Actor, holderOf } from "../server/access/author";
import { requireMay } from "../server/access/may";
import { exportDatabase } from "../server/database-files/export-database";
import { exportRecords } from "../server/export/export-records";
import { findProgress } from "../server/export/progress";
import { watchReadable } from "../server/export/readable-fields";
import type { ExportCaller, ExportedFile } from "../server/export/send-snapshot";
import { findBase, findTable } from "../server/structure/structure";
import { reauthenticate } from "./authenticate";
import { Bytes, operation } from "./operation";

export const exportOperations = [
  operation({
    id: "exportRecords",
    method: "GET",
    path: "/bases/{databaseId}/tables/{tableId}/records/export",
    summary: "Export records as a file",
    description:
      "Streams any number of records as CSV, TSV, XLSX, JSON or NDJSON, all as of one moment. A file that cannot be completed breaks off the connection instead of ending early. Lists, filters and booleans are written as JSON.",
    action: "read",
    params: tablePlace,
    query: recordExportQuery,
    answer: z.instanceof(Bytes),
    mediaTypes: Object.values(exportFormats).map(({ mediaType }) => mediaType.replace(/;.*/, "")),
    headerNames: ["Content-Disposition"],
    example: () => ({ query: { format: "csv" } }),
    run: async ({ params, query, ...call }) =>
      recorded(call, await exportRecords(params, query, await callerOf("read", params, call)), async () => {
        const subject = subjectOf("table", await findTable(params));
        const { databaseId } = params;
        await record("records-exported", { databaseId, subject, details: { format: query.format } });
      }),
  }),
  operation({
    id: "exportBase",
    method: "GET",
    path: "/bases/{databaseId}/export",
    summary: "Export a database as a file",
    description:
      "Streams a zip file of the whole database, all as of one moment: `database.json` (tables, fields, views, checksums), the records of each table as NDJSON in `tables`, and the attachments in `files`. The change log and the trash are not in it. A file that cannot be completed breaks off the connection instead of ending early.",
    action: "export-database",
    params: basePlace,
    query: databaseExportQuery,
    answer: z.instanceof(Bytes),
    mediaTypes: ["application/zip"],
    headerNames: ["Content-Disposition"],
    run: async ({ params, query, ...call }) =>
      recorded(
        call,
        await exportDatabase(params, query, await callerOf("export-database", params, call)),
        async () => {
          const subject = subjectOf("database", await findBase(params));
          await record("database-exported", { ...params, subject });
        },
      ),
  }),
  operation({
    id: "getExport",
    method: "GET",
    path: "/bases/{databaseId}/exports/{exportId}",
    summary: "Get the progress of a running export",
    description: "Answers 404 before the export has begun and when it has ended.",
    action: "read",
    params: exportPlace,
    answer: exportProgress,
    run: ({ params }) => findProgress(params),
  }),
] as const;

/** Records an export that has begun, before its first byte is sent. Breaks it off if it cannot be recorded. */
export async function recorded(
  { request }: { readonly request: Request },
  { stream, headers, isCompressible }: ExportedFile,
  note: () => Promise<void>,
): Promise<Bytes> {
  try {
    if (request.method !== "HEAD") await note();
  } catch (error) {
    await stream.cancel();
    throw error;
  }
  return new Bytes(stream, headers, { isCompressible });
}

/** The caller of an export, which ends with the right to it. */
async function callerOf(
  action: Action,
  { databaseId }: BasePlace,
  { actor, request }: { readonly actor: Actor; readonly request: Request },
): Promise<ExportCaller> {
  const requireReadable = await watchReadable({ databaseId }, actor);
  return {
    owner: holderOf(actor),
    async admit() {
      const current = await reauthenticate(request);
      requireMay(current, action, databaseId);
      await requireReadable(current);
    },
  };
}
