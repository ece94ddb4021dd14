import { aggregateGroups, recordAggregate } from "../contract/aggregates";
import { limits } from "../contract/limits";
import { recordList, recordListQuery, recordPage } from "../contract/lists";
import { tablePlace } from "../contract/places";
import { aggregateRecords } from "../server/lists/aggregate";
import { listRecords } from "../server/lists/record-list";
import { primaryName } from "./example";
import { operation } from "./operation";

const all = "/bases/{databaseId}/tables/{tableId}/records";

const largePages = `A page ends before \`limit\` where its records are more than ${limits.answerBytes.toLocaleString("en")} bytes: go on with \`nextCursor\` for as long as \`hasMore\` is true, and not by counting.`;

export const listOperations = [
  operation({
    id: "listRecords",
    method: "POST",
    path: `${all}/list`,
    summary: "The records of a table, filtered, sorted, a page at a time",
    description: largePages,
    scope: "read",
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
    summary: "The same, asked for in the address: lists, filters, numbers and booleans as JSON",
    scope: "read",
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
    summary: "Counts, sums, averages and the like over records, by group",
    scope: "read",
    params: tablePlace,
    body: recordAggregate,
    answer: aggregateGroups,
    example: ({ table }) => ({
      body: { aggregates: [{ field: primaryName(table), function: "count_filled" }] },
    }),
    run: ({ params, body }) => aggregateRecords(params, body),
  }),
] as const;
