import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import {
  fileImport,
  fileImportQuery,
  fileImports,
  importedRecords,
  importReading,
  importRun,
  previewQuery,
  previewRows,
} from "../contract/import-resource";
import { defaultPage, pageQuery } from "../contract/pages";
import { basePlace, importPlace } from "../contract/places";
import { updateImport } from "../server/import/resource/analysis";
import { deleteImport } from "../server/import/resource/delete-import";
import { listImported } from "../server/import/resource/imported-records";
import { listFirstRows } from "../server/import/resource/preview-rows";
import { receiveImportFile } from "../server/import/resource/receive-file";
import { rejectedRows } from "../server/import/resource/rejected-rows";
import { runImport } from "../server/import/resource/run-import";
import { findImport, listImports, presentImport } from "../server/import/resource/stored-imports";
import { Bytes, operation } from "./operation";

const all = "/bases/{databaseId}/imports";
const one = "/bases/{databaseId}/imports/{importId}";

export const importResourceOperations = [
  operation({
    id: "createImport",
    method: "POST",
    path: all,
    summary: "Upload a file to import",
    description:
      "Send a multipart body with the part `file`, or the raw bytes with `?filename=`. NUL characters are removed, and bytes that cannot be decoded replaced; `notes` count both. A line break in a single-line text becomes a space. The file is analysed in the background: get the import until it is `ready`, and then run it.",
    action: "edit-records",
    params: basePlace,
    query: fileImportQuery,
    answer: fileImport,
    withoutRead: fileImport,
    status: 201,
    uploads: { "multipart/form-data": z.object({ file: z.file() }), "*/*": z.file() },
    example: () => ({ query: { filename: "people.csv" } }),
    receive: ({ actor, params, query, request }) =>
      receiveImportFile(params, { request, filename: query.filename, actor }),
    run: ({ received }) => received.store(),
    headers: ({ id }, { params }) => ({ Location: `/api/v1/bases/${params.databaseId}/imports/${id}` }),
  }),
  operation({
    id: "listImports",
    method: "GET",
    path: all,
    summary: "List imports, newest first",
    description:
      "Your own; those of everybody for owners of the database, by a session or a key with the scope `keys`.",
    action: "edit-records",
    params: basePlace,
    answer: fileImports,
    run: async ({ actor, params }) => ({ imports: await listImports(params, actor) }),
  }),
  operation({
    id: "getImport",
    method: "GET",
    path: one,
    summary: "Get an import",
    action: "edit-records",
    params: importPlace,
    answer: fileImport,
    run: async ({ actor, params }) => presentImport(await findImport(params, actor)),
  }),
  operation({
    id: "updateImport",
    method: "PATCH",
    path: one,
    summary: "Change how a file is read",
    description: "Analyses the file again in the background.",
    action: "edit-records",
    params: importPlace,
    body: importReading,
    answer: fileImport,
    withoutRead: fileImport,
    errors: ["CONFLICT"],
    example: () => ({ body: { hasHeader: true } }),
    run: ({ actor, params, body }) => updateImport(params, actor, body),
  }),
  operation({
    id: "runImport",
    method: "POST",
    path: `${one}/run`,
    summary: "Run an import",
    description:
      "Imports the rows in the background, as one change set: get the import until it is `done` or `failed`. With `?dryRun=true`, checks every row and answers with the result when that is done. A new table or field needs the scope `schema` and the role `creator`. An import that would add options to a field needs the role `creator`, and fails without it; send `addOptions: false` to report such cells instead. Days are read in the order that their whole column shows, and others are rejected; where `isDayOrderOpen`, the format of the field decides, or else `dayFirst`, without which such cells are rejected.",
    action: "edit-records",
    params: importPlace,
    body: importRun,
    answer: fileImport,
    withoutRead: fileImport,
    status: 202,
    errors: ["CONFLICT"],
    example: () => ({ body: { table: { name: "People" } } }),
    run: ({ author, params, body, request, isDryRun }) =>
      runImport(author, params, { run: body, isDryRun, signal: request.signal }),
  }),
  operation({
    id: "previewImport",
    method: "GET",
    path: `${one}/rows`,
    summary: "List the first rows of a file",
    description: "As texts, to look at before the import is run.",
    action: "edit-records",
    params: importPlace,
    query: previewQuery,
    answer: previewRows,
    errors: ["CONFLICT"],
    run: ({ actor, params, query: { limit = defaultPage } }) => listFirstRows(params, actor, limit),
  }),
  operation({
    id: "listRejectedRows",
    method: "GET",
    path: `${one}/rejected`,
    summary: "Download the rejected rows of an import",
    description:
      "As CSV: the number of each row, the field and the reason, then the cells as they were given.",
    action: "edit-records",
    params: importPlace,
    answer: z.instanceof(Bytes),
    mediaTypes: ["text/csv"],
    headerNames: ["Content-Disposition"],
    run: async ({ actor, params }) => {
      const { stream, headers } = await rejectedRows(params, actor);
      return new Bytes(stream, headers, { isCompressible: true });
    },
  }),
  operation({
    id: "listImportedRecords",
    method: "GET",
    path: `${one}/records`,
    summary: "List the records of an import",
    description:
      "The ids of the records that it created or changed, which the change log shows as one entry. Those that only their links changed have entries of their own.",
    action: "read",
    params: importPlace,
    query: pageQuery,
    answer: importedRecords,
    run: ({ actor, params, query }) => listImported(params, actor, query),
  }),
  operation({
    id: "deleteImport",
    method: "DELETE",
    path: one,
    summary: "Cancel or delete an import",
    description:
      "Cancels a running import, of which nothing is stored then; otherwise deletes it with its file.",
    action: "edit-records",
    params: importPlace,
    answer: deletion,
    run: async ({ actor, params }) => {
      await deleteImport(params, actor);
      return deleted;
    },
  }),
] as const;
