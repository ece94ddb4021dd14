import * as z from "zod";
import { deleted } from "../contract/deletion";
import {
  type Conversion,
  conversion,
  field,
  fieldCreate,
  fieldDeletion,
  fieldsDelete,
  fieldUpdate,
  type RehearsedField,
  rehearsedField,
} from "../contract/fields";
import { fieldId } from "../contract/ids";
import { fieldPlace, tablePlace } from "../contract/places";
import {
  createField,
  deleteField,
  deleteFields,
  getField,
  listFields,
  rehearseConversion,
  updateField,
} from "../server/structure/fields";
import { operation } from "./operation";

const all = "/bases/{databaseId}/tables/{tableId}/fields";
const one = "/bases/{databaseId}/tables/{tableId}/fields/{fieldId}";

const deletedFields = fieldDeletion.extend({
  fieldIds: z.array(fieldId.meta({ examples: ["fM4tSx1BhNf"] })),
});

export const fieldOperations = [
  operation({
    id: "listFields",
    method: "GET",
    path: all,
    summary: "List the fields of a table",
    action: "read",
    params: tablePlace,
    answer: z.object({ fields: z.array(field) }),
    run: async ({ params }) => ({ fields: await listFields(params) }),
  }),
  operation({
    id: "createField",
    method: "POST",
    path: all,
    summary: "Create a field",
    description: "A link field also creates the field with the reverse links in the other table.",
    action: "change-structure",
    params: tablePlace,
    body: fieldCreate,
    answer: rehearsedField,
    status: 201,
    example: () => ({
      body: { type: "number", name: "Probability", template: { decimalPlaces: 2 } },
    }),
    run: ({ author, params, body, isDryRun }) => createField(author, params, { ...body, isDryRun }),
    headers: ({ id }, { params }) => ({
      Location: `/api/v1/bases/${params.databaseId}/tables/${encodeURIComponent(params.tableId)}/fields/${id}`,
    }),
  }),
  operation({
    id: "getField",
    method: "GET",
    path: one,
    summary: "Get a field",
    action: "read",
    params: fieldPlace,
    answer: field,
    run: ({ params }) => getField(params),
  }),
  operation({
    id: "updateField",
    method: "PATCH",
    path: one,
    summary: "Update a field",
    description:
      "Changes the name, template, type or order. Values are converted by their texts: a field that becomes links finds the records of the linked table by the texts of their primary field, as imports do, and a link becomes the names of its records. `mergedOptions` gives the records of removed options another one. With `dryRun=true` and a `type`, the response tells which values would be lost.",
    action: "change-structure",
    params: fieldPlace,
    body: fieldUpdate,
    answer: z.union([rehearsedField, conversion]),
    withoutRead: z.union([field.pick({ id: true }), conversion.omit({ examples: true, values: true })]),
    example: () => ({ body: { name: "Due", order: 1 } }),
    run: async ({ author, params, body, isDryRun }): Promise<RehearsedField | Conversion> =>
      isDryRun && body.type !== undefined
        ? rehearseConversion(author, params, body)
        : updateField(author, params, { ...body, isDryRun }),
  }),
  operation({
    id: "deleteField",
    method: "DELETE",
    path: one,
    summary: "Delete a field and its values",
    description:
      "Computed fields that use it have the error REF until it is restored. A link field is deleted together with the field of its reverse links.",
    action: "change-structure",
    params: fieldPlace,
    answer: fieldDeletion,
    run: async ({ author, params }) => {
      const dependents = await deleteField(author, params);
      return { ...deleted, ...(dependents.length > 0 && { dependents }) };
    },
  }),
  operation({
    id: "deleteFields",
    method: "DELETE",
    path: all,
    summary: "Delete several fields and their values",
    description:
      "Deletes all fields or none. Computed fields that use one have the error REF until it is restored. Link fields are deleted together with the fields of their reverse links.",
    action: "change-structure",
    params: tablePlace,
    body: fieldsDelete,
    answer: deletedFields,
    withoutRead: deletedFields,
    errors: ["CONFLICT"],
    example: ({ table }) => ({ body: { fieldIds: [table.fields.at(-1)?.id ?? ""] } }),
    run: async ({ author, params, body }) => {
      const { fieldIds, dependents } = await deleteFields(author, params, body.fieldIds);
      return { ...deleted, fieldIds, ...(dependents.length > 0 && { dependents }) };
    },
  }),
] as const;
