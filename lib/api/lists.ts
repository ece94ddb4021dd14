import { aggregateGroups, recordAggregate } from "../contract/aggregates";
import { limits } from "../contract/limits";
import { recordList, recordListQuery, recordPage } from "../contract/lists";
import { tablePlace } from "../contract/places";
import { aggregateRecords } from "../server/lists/aggregate";
import { listRecords } from "../server/lists/record-list";
import { primaryName } from "./example";
import { operation } from "./operation";

const all = "/bases/{databaseId}/tables/{tableId}/records";

const largePages = `A page of more than ${limits.answerBytes.toLocaleString("en")} bytes ends before \`limit\`. Follow \`nextCursor\` while \`hasMore\` is true instead of counting records.`;

export const listOperations = [
  operation({
    id: "listRecords",
    method: "POST",
    path: `${all}/list`,
    summary: "List records",
    description: largePages,
    action: "read",
    params: tablePlace,
    body: recordList.prefault({}),
    answer: recordPage,
    example: ({ table }) => ({
      body: {
        filter: { field: primaryName(table), is_not_empty: true },
        sort: [{ field: "createdAt", direction: "desc" }],
        limit: 100,
      },
    }),
    run: ({ params, body }) => listRecords(params, body),
  }),
  operation({
    id: "listRecordsByQuery",
    method: "GET",
    path: all,
    summary: "List records by query parameters",
    description: `Lists, filters, numbers and booleans are written as JSON. ${largePages}`,
    action: "read",
    params: tablePlace,
    query: recordListQuery,
    answer: recordPage,
    example: ({ table }) => ({
      query: { filter: { field: primaryName(table), is_not_empty: true }, limit: 100 },
    }),
    run: ({ params, query }) => listRecords(params, query),
  }),
  operation({
    id: "aggregateRecords",
    method: "POST",
    path: `${all}/aggregate`,
    summary: "Aggregate records by group",
    description: "Computes counts, sums, averages and other functions over all records, or per group.",
    action: "read",
    params: tablePlace,
    body: recordAggregate,
    answer: aggregateGroups,
    example: ({ table }) => ({
      body: { aggregates: [{ field: primaryName(table), function: "count_filled" }] },
    }),
    run: ({ params, body }) => aggregateRecords(params, body),
  }),
] as const;
