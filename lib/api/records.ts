import { z } from "zod";
import { recordId } from "../contract/ids";
import { recordPlace, tablePlace } from "../contract/places";
import {
  record,
  recordCreate,
  records,
  recordsCreate,
  recordsDelete,
  recordsMove,
  recordsUpdate,
  recordWrite,
  recordWriteQuery,
} from "../contract/records";
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
} from "../server/records";
import { operation } from "./operation";

const all = "/bases/{databaseId}/tables/{tableId}/records";
const one = "/bases/{databaseId}/tables/{tableId}/records/{recordId}";

export const recordOperations = [
  operation({
    id: "createRecord",
    method: "POST",
    path: all,
    summary: "Make a record",
    scope: "write",
    params: tablePlace,
    query: recordWriteQuery,
    body: recordCreate,
    answer: record,
    status: 201,
    example: ({ values }) => ({ body: { record: values } }),
    run: ({ actor, params, query, body }) => createRecord(actor, params, { ...body, ...query }),
    headers: ({ id }, { params }) => ({
      Location: `/api/v1/bases/${params.databaseId}/tables/${encodeURIComponent(params.tableId)}/records/${id}`,
    }),
  }),
  operation({
    id: "getRecord",
    method: "GET",
    path: one,
    summary: "One record",
    scope: "read",
    params: recordPlace,
    answer: record,
    run: ({ params }) => getRecord(params),
  }),
  operation({
    id: "updateRecord",
    method: "PATCH",
    path: one,
    summary: "Change some fields of a record; the full record comes back",
    scope: "write",
    params: recordPlace,
    query: recordWriteQuery,
    body: recordWrite,
    answer: record,
    example: ({ values }) => ({ body: { record: Object.fromEntries(Object.entries(values).slice(0, 2)) } }),
    run: ({ params, query, body }) => updateRecord(params, { ...body, ...query }),
  }),
  operation({
    id: "deleteRecord",
    method: "DELETE",
    path: one,
    summary: "Delete a record",
    scope: "write",
    params: recordPlace,
    answer: z.object({ deleted: z.literal(true) }),
    run: async ({ params }) => {
      await deleteRecord(params);
      return { deleted: true as const };
    },
  }),
  operation({
    id: "createRecords",
    method: "POST",
    path: `${all}/bulk`,
    summary: "Make many records, or with matchOn update those that are there: all of them or none",
    scope: "write",
    params: tablePlace,
    query: recordWriteQuery,
    body: recordsCreate,
    answer: records,
    errors: ["CONFLICT"],
    example: ({ values }) => ({ body: { records: [values] } }),
    run: async ({ actor, params, query, body: { matchOn, ...written } }) =>
      matchOn
        ? upsertRecords(actor, params, { ...written, matchOn, ...query })
        : { records: await createRecords(actor, params, { ...written, ...query }) },
  }),
  operation({
    id: "updateRecords",
    method: "PUT",
    path: `${all}/bulk`,
    summary: "Change some fields of many records: all of them or none",
    scope: "write",
    params: tablePlace,
    query: recordWriteQuery,
    body: recordsUpdate,
    answer: records,
    example: ({ row }) => ({ body: { records: [row] } }),
    run: async ({ params, query, body }) => ({ records: await updateRecords(params, { ...body, ...query }) }),
  }),
  operation({
    id: "deleteRecords",
    method: "DELETE",
    path: `${all}/bulk`,
    summary: "Delete many records: all of them or none",
    scope: "write",
    params: tablePlace,
    body: recordsDelete,
    answer: z.object({ deleted: z.literal(true), recordIds: z.array(recordId) }),
    example: ({ record }) => ({ body: { recordIds: [record.id] } }),
    run: async ({ params, body: { recordIds } }) => {
      await deleteRecords(params, recordIds);
      return { deleted: true as const, recordIds };
    },
  }),
  operation({
    id: "moveRecords",
    method: "POST",
    path: `${all}/move`,
    summary: "Place records in the manual order, behind another or on top",
    scope: "write",
    params: tablePlace,
    body: recordsMove,
    answer: z.object({ recordIds: z.array(recordId) }),
    example: ({ record }) => ({ body: { recordIds: [record.id], after: null } }),
    run: async ({ params, body }) => {
      await moveRecords(params, body);
      return { recordIds: body.recordIds };
    },
  }),
] as const;
