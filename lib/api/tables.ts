import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import { basePlace, tablePlace } from "../contract/places";
import { ruledTable, table, tableCreate, tableDuplicate, tableIds, tableUpdate } from "../contract/tables";
import { requireScope } from "../server/access/rights";
import { duplicateTable } from "../server/structure/duplicate-table";
import { createTable, deleteTable, getTable, listTables, updateTable } from "../server/structure/tables";
import { operation } from "./operation";

export const tableOperations = [
  operation({
    id: "listTables",
    method: "GET",
    path: "/bases/{databaseId}/tables",
    summary: "List the tables of a database",
    action: "read",
    params: basePlace,
    answer: z.object({ tables: z.array(table) }),
    run: async ({ params }) => ({ tables: await listTables(params) }),
  }),
  operation({
    id: "createTable",
    method: "POST",
    path: "/bases/{databaseId}/tables",
    summary: "Create a table",
    description: "The first field becomes the primary field.",
    action: "change-structure",
    params: basePlace,
    body: tableCreate,
    answer: table,
    withoutRead: tableIds,
    status: 201,
    example: () => ({
      body: {
        name: "Contacts",
        fields: [
          { type: "single_line_text", name: "Name" },
          { type: "email", name: "Email" },
          {
            type: "single_select",
            name: "Kind",
            template: { options: [{ label: "Lead" }, { label: "Customer" }] },
          },
        ],
      },
    }),
    run: ({ author, params, body }) => createTable(author, params, body),
    headers: ({ id }, { params }) => ({ Location: `/api/v1/bases/${params.databaseId}/tables/${id}` }),
  }),
  operation({
    id: "duplicateTable",
    method: "POST",
    path: "/bases/{databaseId}/tables/{tableId}/duplicate",
    summary: "Duplicate a table",
    description:
      "Copies the fields and views, and the records if requested: all or nothing. Links among the table's own records point to the copies; autonumbers are assigned anew. Copying records needs the scope `write`.",
    action: "change-structure",
    params: tablePlace,
    body: tableDuplicate,
    answer: table,
    withoutRead: tableIds,
    status: 201,
    errors: ["CONFLICT"],
    example: () => ({ body: { name: "Deals of last year", records: true } }),
    run: ({ actor, author, params, body }) => {
      if (body.records) requireScope(actor, "write");
      return duplicateTable(author, params, body);
    },
    headers: ({ id }, { params }) => ({ Location: `/api/v1/bases/${params.databaseId}/tables/${id}` }),
  }),
  operation({
    id: "getTable",
    method: "GET",
    path: "/bases/{databaseId}/tables/{tableId}",
    summary: "Get a table with its fields and views",
    action: "read",
    params: tablePlace,
    answer: ruledTable,
    run: ({ actor, params }) => getTable(actor, params),
  }),
  operation({
    id: "updateTable",
    method: "PATCH",
    path: "/bases/{databaseId}/tables/{tableId}",
    summary: "Rename or move a table",
    action: "change-structure",
    params: tablePlace,
    body: tableUpdate,
    answer: table,
    example: () => ({ body: { name: "All contacts", order: 0 } }),
    run: ({ author, params, body }) => updateTable(author, params, body),
  }),
  operation({
    id: "deleteTable",
    method: "DELETE",
    path: "/bases/{databaseId}/tables/{tableId}",
    summary: "Delete a table and its records",
    description: "Link fields of other tables that point to it are deleted too.",
    action: "change-structure",
    params: tablePlace,
    answer: deletion,
    run: async ({ author, params }) => {
      await deleteTable(author, params);
      return deleted;
    },
  }),
] as const;
