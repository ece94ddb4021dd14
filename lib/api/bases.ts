import * as z from "zod";
import { base, baseCreate, baseUpdate } from "../contract/bases";
import { deleted, deletion } from "../contract/deletion";
import { databaseId } from "../contract/ids";
import { basePlace } from "../contract/places";
import { tableIds } from "../contract/tables";
import { createBase, deleteBase, getBase, listBases, updateBase } from "../server/structure/bases";
import { operation } from "./operation";

export const baseOperations = [
  operation({
    id: "listBases",
    method: "GET",
    path: "/bases",
    summary: "List databases with their tables",
    scope: "read",
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
    scope: "schema",
    body: baseCreate,
    answer: base,
    withoutRead: z.object({ id: databaseId, tables: z.array(tableIds) }),
    status: 201,
    example: ({ table }) => ({
      body: {
        name: "Sales",
        tables: [{ name: table.name, fields: [{ type: "single_line_text", name: "Name" }] }],
      },
    }),
    run: ({ author, body }) => createBase(author, body),
    headers: ({ id }) => ({ Location: `/api/v1/bases/${id}` }),
  }),
  operation({
    id: "getBase",
    method: "GET",
    path: "/bases/{databaseId}",
    summary: "Get a database with its tables",
    scope: "read",
    params: basePlace,
    answer: base,
    run: ({ params }) => getBase(params),
  }),
  operation({
    id: "updateBase",
    method: "PATCH",
    path: "/bases/{databaseId}",
    summary: "Rename a database",
    scope: "schema",
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
    scope: "schema",
    params: basePlace,
    answer: deletion,
    run: async ({ author, params }) => {
      await deleteBase(author, params);
      return deleted;
    },
  }),
] as const;
