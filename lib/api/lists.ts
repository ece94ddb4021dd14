import { aggregateGroups, recordAggregate } from "../contract/aggregates";
import { calendarList, calendarPage } from "../contract/calendar";
import { limits } from "../contract/limits";
import { recordList, recordListQuery, recordPage } from "../contract/lists";
import { tablePlace } from "../contract/places";
import { stackList, stackPage } from "../contract/stacks";
import { dateDemand } from "../contract/view-types";
import { stacksOf } from "../field-types";
import { aggregateRecords } from "../server/lists/aggregate";
import { listCalendar } from "../server/lists/calendar";
import { listRecords } from "../server/lists/record-list";
import { listStacks } from "../server/lists/stacks";
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
    id: "listStacks",
    method: "POST",
    path: `${all}/stacks`,
    summary: "List the stacks of a kanban view",
    description:
      "Counts the records of each stack and returns its first ones. List more of a stack with `stack`, as in a list of records.",
    action: "read",
    params: tablePlace,
    body: stackList,
    answer: stackPage,
    example: ({ table: { fields, views } }) => ({
      body: {
        viewId: views[0]?.id,
        config: { stackFieldId: fields.find((field) => stacksOf(field))?.name ?? null },
        limit: 20,
      },
    }),
    run: ({ params, body }) => listStacks(params, body),
  }),
  operation({
    id: "listCalendar",
    method: "POST",
    path: `${all}/calendar`,
    summary: "List the records of a calendar view",
    description:
      "Returns the records that touch the days from `from` to `to`. A page of large records may end before `limit`.",
    action: "read",
    params: tablePlace,
    body: calendarList,
    answer: calendarPage,
    example: ({ table: { fields, views } }) => ({
      body: {
        viewId: views[0]?.id,
        config: { startFieldId: fields.find(dateDemand.isMet)?.name ?? null },
        from: "2026-01-01",
        to: "2026-01-31",
        timeZone: "Europe/Berlin",
      },
    }),
    run: ({ params, body }) => listCalendar(params, body),
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
