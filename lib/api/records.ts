import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import { recordId } from "../contract/ids";
import { limits } from "../contract/limits";
import { type RecordPlace, recordPlace, tablePlace } from "../contract/places";
import {
  record,
  recordCreate,
  records,
  recordsCreate,
  recordsDelete,
  recordsMove,
  recordsUpdate,
  recordUpdate,
  recordWriteQuery,
} from "../contract/records";
import { requireScope } from "../server/access/rights";
import {
  createRecord,
  createRecords,
  deleteRecord,
  deleteRecords,
  getRecord,
  moveRecords,
  updateRecord,
  updateRecords,
  upsertRecords,
} from "../server/records/records";
import { wantedVersions } from "./etag";
import { operation } from "./operation";

const all = "/bases/{databaseId}/tables/{tableId}/records";
const one = "/bases/{databaseId}/tables/{tableId}/records/{recordId}";

/** Allows every field of every record in a call, besides the values of any body. */
const bodyValues = limits.bodyValues + limits.recordsPerCall * limits.fieldsPerTable;

const recordIds = z.object({ records: z.array(record.pick({ id: true })) });
const deletedRecords = deletion.extend({ recordIds: z.array(recordId) });
const movedRecords = z.object({ recordIds: z.array(recordId) });

export const recordOperations = [
  operation({
    id: "createRecord",
    method: "POST",
    path: all,
    summary: "Create a record",
    action: "edit-records",
    params: tablePlace,
    query: recordWriteQuery,
    body: recordCreate,
    answer: record,
    status: 201,
    headerNames: ["ETag"],
    example: ({ values }) => ({ body: { record: values } }),
    run: ({ author, params, query, body }) => createRecord(author, params, { ...body, ...query }),
    headers: ({ id }, { params }) => ({
      Location: `/api/v1/bases/${params.databaseId}/tables/${encodeURIComponent(params.tableId)}/records/${id}`,
    }),
  }),
  operation({
    id: "getRecord",
    method: "GET",
    path: one,
    summary: "Get a record",
    action: "read",
    params: recordPlace,
    requestHeaders: ["If-None-Match"],
    headerNames: ["ETag"],
    answer: record,
    run: ({ params }) => getRecord(params),
  }),
  operation({
    id: "updateRecord",
    method: "PATCH",
    path: one,
    summary: "Update a record",
    description:
      "Changes the given fields, and with `after` the place in the manual order, and returns the full record.",
    action: "edit-records",
    params: recordPlace,
    query: recordWriteQuery,
    body: recordUpdate,
    answer: record,
    requestHeaders: ["If-Match"],
    headerNames: ["ETag"],
    errors: ["PRECONDITION_FAILED"],
    example: ({ values }) => ({ body: { record: Object.fromEntries(Object.entries(values).slice(0, 2)) } }),
    run: ({ actor, author, params, query, body, request }) => {
      // Requires `read`, because the result reveals whether cells hold the expected values.
      if (body.expected) requireScope(actor, "read");
      return updateRecord(author, params, { ...body, ...query, versions: versionsOf(request, params) });
    },
  }),
  operation({
    id: "deleteRecord",
    method: "DELETE",
    path: one,
    summary: "Delete a record",
    description: "Moves the record to the trash.",
    action: "edit-records",
    params: recordPlace,
    requestHeaders: ["If-Match"],
    errors: ["PRECONDITION_FAILED"],
    answer: deletion,
    run: async ({ author, params, request }) => {
      await deleteRecord(author, params, { versions: versionsOf(request, params) });
      return deleted;
    },
  }),
  operation({
    id: "createRecords",
    method: "POST",
    path: `${all}/bulk`,
    summary: "Create or upsert records in bulk",
    description:
      "All records or none. With `matchOn`, values that equal a record in those fields update it instead.",
    action: "edit-records",
    params: tablePlace,
    query: recordWriteQuery,
    body: recordsCreate,
    bodyValues,
    answer: records,
    withoutRead: recordIds,
    errors: ["CONFLICT"],
    example: ({ values }) => ({ body: { records: [values] } }),
    run: async ({ actor, author, params, query, body: { matchOn, ...written } }) => {
      if (!matchOn) return { records: await createRecords(author, params, { ...written, ...query }) };
      // Requires `read`, because the result reveals whether a record with the values exists.
      requireScope(actor, "read");
      return upsertRecords(author, params, { ...written, matchOn, ...query });
    },
  }),
  operation({
    id: "updateRecords",
    method: "PUT",
    path: `${all}/bulk`,
    summary: "Update records in bulk",
    description: "Changes the given fields of all records or none.",
    action: "edit-records",
    params: tablePlace,
    query: recordWriteQuery,
    body: recordsUpdate,
    bodyValues,
    answer: records,
    withoutRead: recordIds,
    example: ({ row }) => ({ body: { records: [row] } }),
    run: async ({ author, params, query, body }) => ({
      records: await updateRecords(author, params, { ...body, ...query }),
    }),
  }),
  operation({
    id: "deleteRecords",
    method: "DELETE",
    path: `${all}/bulk`,
    summary: "Delete records in bulk",
    description: "Moves all records to the trash, or none.",
    action: "edit-records",
    params: tablePlace,
    body: recordsDelete,
    answer: deletedRecords,
    withoutRead: deletedRecords,
    example: ({ record }) => ({ body: { recordIds: [record.id] } }),
    run: async ({ author, params, body: { recordIds } }) => {
      await deleteRecords(author, params, recordIds);
      return { ...deleted, recordIds };
    },
  }),
  operation({
    id: "moveRecords",
    method: "POST",
    path: `${all}/move`,
    summary: "Move records in the manual order",
    description: "Places the records after another one or at the top. Views without sorts follow this order.",
    action: "edit-records",
    params: tablePlace,
    body: recordsMove,
    answer: movedRecords,
    withoutRead: movedRecords,
    example: ({ record }) => ({ body: { recordIds: [record.id], after: null } }),
    run: async ({ author, params, body }) => {
      await moveRecords(author, params, body);
      return { recordIds: body.recordIds };
    },
  }),
] as const;

/** The record versions that `If-Match` accepts. */
function versionsOf({ headers }: Request, { recordId }: RecordPlace): readonly number[] | undefined {
  return wantedVersions(headers.get("If-Match"), recordId);
}
