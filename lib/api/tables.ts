import { z } from "zod";
import { basePlace, tablePlace } from "../contract/places";
import { table, tableCreate } from "../contract/tables";
import { createTable, getTable, listTables } from "../server/tables";
import { operation } from "./operation";

export const tableOperations = [
  operation({
    id: "listTables",
    method: "GET",
    path: "/bases/{databaseId}/tables",
    summary: "The tables of a database, with their fields and views",
    scope: "read",
    params: basePlace,
    answer: z.object({ tables: z.array(table) }),
    run: async ({ params }) => ({ tables: await listTables(params) }),
  }),
  operation({
    id: "createTable",
    method: "POST",
    path: "/bases/{databaseId}/tables",
    summary: "Make a table with its first fields, the first of which becomes the primary one",
    scope: "schema",
    params: basePlace,
    body: tableCreate,
    answer: table,
    status: 201,
    run: ({ params, body }) => createTable(params, body),
    headers: ({ id }, { params }) => ({ Location: `/api/v1/bases/${params.databaseId}/tables/${id}` }),
  }),
  operation({
    id: "getTable",
    method: "GET",
    path: "/bases/{databaseId}/tables/{tableId}",
    summary: "One table, by id or name, with its fields and views",
    scope: "read",
    params: tablePlace,
    answer: table,
    run: ({ params }) => getTable(params),
  }),
] as const;
