import { recordPlace, tablePlace } from "../contract/places";
import { record, recordList, recordPage, records, recordsCreate, recordWrite } from "../contract/records";
import { createRecord, createRecords, getRecord, listRecords, updateRecord } from "../server/records";
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
    body: recordWrite,
    answer: record,
    status: 201,
    run: ({ params, body }) => createRecord(params, body.record),
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
    body: recordWrite,
    answer: record,
    run: ({ params, body }) => updateRecord(params, body.record),
  }),
  operation({
    id: "listRecords",
    method: "POST",
    path: `${all}/list`,
    summary: "The records of a table, a page at a time",
    scope: "read",
    params: tablePlace,
    body: recordList.prefault({}),
    answer: recordPage,
    run: ({ params, body }) => listRecords(params, body),
  }),
  operation({
    id: "createRecords",
    method: "POST",
    path: `${all}/bulk`,
    summary: "Make many records: all of them or none",
    scope: "write",
    params: tablePlace,
    body: recordsCreate,
    answer: records,
    run: async ({ params, body }) => ({ records: await createRecords(params, body.records) }),
  }),
] as const;
