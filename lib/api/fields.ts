import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import { type Conversion, conversion, type Field, field, fieldCreate, fieldUpdate } from "../contract/fields";
import { fieldPlace, tablePlace } from "../contract/places";
import {
  createField,
  deleteField,
  getField,
  listFields,
  rehearseConversion,
  updateField,
} from "../server/structure/fields";
import { operation } from "./operation";

const all = "/bases/{databaseId}/tables/{tableId}/fields";
const one = "/bases/{databaseId}/tables/{tableId}/fields/{fieldId}";

export const fieldOperations = [
  operation({
    id: "listFields",
    method: "GET",
    path: all,
    summary: "The fields of a table, in their order",
    scope: "read",
    params: tablePlace,
    answer: z.object({ fields: z.array(field) }),
    run: async ({ params }) => ({ fields: await listFields(params) }),
  }),
  operation({
    id: "createField",
    method: "POST",
    path: all,
    summary: "Make a field; a link field also makes the one that leads back",
    scope: "schema",
    params: tablePlace,
    body: fieldCreate,
    answer: field,
    status: 201,
    example: () => ({
      body: { type: "number", name: "Probability", template: { decimalPlaces: 2 } },
    }),
    run: ({ author, params, body }) => createField(author, params, body),
    headers: ({ id }, { params }) => ({
      Location: `/api/v1/bases/${params.databaseId}/tables/${encodeURIComponent(params.tableId)}/fields/${id}`,
    }),
  }),
  operation({
    id: "getField",
    method: "GET",
    path: one,
    summary: "One field, by id or name",
    scope: "read",
    params: fieldPlace,
    answer: field,
    run: ({ params }) => getField(params),
  }),
  operation({
    id: "updateField",
    method: "PATCH",
    path: one,
    summary:
      "Change a field's name, template, type or order; a dry run with a type answers what would be lost",
    scope: "schema",
    params: fieldPlace,
    body: fieldUpdate,
    answer: z.union([field, conversion]),
    withoutRead: z.union([field.pick({ id: true }), conversion.omit({ examples: true, values: true })]),
    example: () => ({ body: { name: "Due", order: 1 } }),
    run: async ({ author, params, body, isDryRun }): Promise<Field | Conversion> =>
      isDryRun && body.type !== undefined
        ? rehearseConversion(params, body)
        : updateField(author, params, body),
  }),
  operation({
    id: "deleteField",
    method: "DELETE",
    path: one,
    summary: "Delete a field with its values; a link field with the one that leads back",
    scope: "schema",
    params: fieldPlace,
    answer: deletion,
    run: async ({ author, params }) => {
      await deleteField(author, params);
      return deleted;
    },
  }),
] as const;
