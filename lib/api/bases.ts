import * as z from "zod";
import { base, baseCreate, baseDuplicate, baseUpdate, openBase } from "../contract/bases";
import { deleted, deletion } from "../contract/deletion";
import { databaseId } from "../contract/ids";
import { basePlace } from "../contract/places";
import { tableIds } from "../contract/tables";
import { requireScope } from "../server/access/rights";
import { receiveDatabase } from "../server/database-files/receive-database";
import { CopiedFiles } from "../server/files/copied-files";
import {
  createBase,
  deleteBase,
  openBase as getOpenBase,
  listBases,
  updateBase,
} from "../server/structure/bases";
import { duplicateDatabase } from "../server/structure/duplicate-database";
import { operation } from "./operation";

/** The ids of a database and its parts, for callers that may create a database but not read it. */
const baseIds = z.object({ id: databaseId, tables: z.array(tableIds) });

export const baseOperations = [
  operation({
    id: "listBases",
    method: "GET",
    path: "/bases",
    summary: "List databases with their tables",
    action: "list-databases",
    answer: z.array(base),
    run: ({ actor }) => listBases(actor),
  }),
  operation({
    id: "createBase",
    method: "POST",
    path: "/bases",
    summary: "Create a database",
    description:
      "Not allowed for a key that is restricted to certain databases, because it could not access the new one.",
    action: "create-databases",
    body: baseCreate,
    answer: base,
    withoutRead: baseIds,
    status: 201,
    example: ({ table }) => ({
      body: {
        name: "Sales",
        tables: [{ name: table.name, fields: [{ type: "single_line_text", name: "Name" }] }],
      },
    }),
    run: ({ author, body }) => createBase(author, body),
    headers: locationOf,
  }),
  operation({
    id: "importBase",
    method: "POST",
    path: "/bases/import",
    summary: "Import a database",
    description:
      "Creates a database from a file of “Export a database as a file”: a multipart body with the part `file`, or the raw bytes. Everything in it is equal but for its ids; the change log begins with it. A file that is cut off, changed or of a newer version is refused, and nothing is stored. Needs the scope `write` too. Not allowed for a key that is restricted to certain databases, because it could not access the new one.",
    action: "create-databases",
    answer: base,
    withoutRead: baseIds,
    status: 201,
    uploads: { "multipart/form-data": z.object({ file: z.file() }), "application/zip": z.file() },
    receive: ({ actor, request }) => {
      requireScope(actor, "write");
      return receiveDatabase(request);
    },
    run: ({ author, received }) => received.store(author),
    headers: locationOf,
  }),
  operation({
    id: "duplicateBase",
    method: "POST",
    path: "/bases/{databaseId}/duplicate",
    summary: "Duplicate a database",
    description:
      "Copies tables, fields and views, and by default the records as of one moment with their links, files, assigned numbers and times. Everything gets new ids. The copy has its own change log, which begins with it. Copying records needs the scope `write` too. Not allowed for a key that is restricted to certain databases, because it could not access the new one.",
    action: "duplicate-database",
    params: basePlace,
    body: baseDuplicate,
    answer: base,
    withoutRead: baseIds,
    status: 201,
    example: () => ({ body: { name: "Sales of last year", records: true } }),
    receive: async ({ body }) => new CopiedFiles(body),
    run: ({ actor, author, params, body, received }) => {
      if (body.records) requireScope(actor, "write");
      return duplicateDatabase(author, params, { ...body, files: received });
    },
    headers: locationOf,
  }),
  operation({
    id: "getBase",
    method: "GET",
    path: "/bases/{databaseId}",
    summary: "Get a database with its tables",
    action: "read",
    params: basePlace,
    answer: openBase,
    run: ({ actor, params }) => getOpenBase(actor, params),
  }),
  operation({
    id: "updateBase",
    method: "PATCH",
    path: "/bases/{databaseId}",
    summary: "Rename a database",
    action: "manage-database",
    params: basePlace,
    body: baseUpdate,
    answer: base,
    example: () => ({ body: { name: "Sales 2026" } }),
    run: ({ author, params, body }) => updateBase(author, params, body),
  }),
  operation({
    id: "deleteBase",
    method: "DELETE",
    path: "/bases/{databaseId}",
    summary: "Delete a database and its contents",
    action: "manage-database",
    params: basePlace,
    answer: deletion,
    run: async ({ author, params }) => {
      await deleteBase(author, params);
      return deleted;
    },
  }),
] as const;

function locationOf({ id }: { readonly id: string }): { Location: string } {
  return { Location: `/api/v1/bases/${id}` };
}
