import * as z from "zod";
import { aggregateGroups } from "../contract/aggregates";
import { thumbnailQuery } from "../contract/attachments";
import { calendarPage } from "../contract/calendar";
import { deleted, deletion } from "../contract/deletion";
import { exportFormats } from "../contract/export-formats";
import { recordPage } from "../contract/lists";
import { basePlace, sharedFilePlace, sharedPlace, sharePlace } from "../contract/places";
import { presenceAnswer, visitUpdate } from "../contract/presence";
import {
  share,
  shareCreate,
  sharedCalendarList,
  sharedExportQuery,
  sharedRecordAggregate,
  sharedRecordList,
  sharedStackList,
  sharedView,
  shareUpdate,
} from "../contract/shares";
import { stackPage } from "../contract/stacks";
import { readSharedFeed } from "../server/shares/shared-feed";
import {
  aggregateSharedRecords,
  exportSharedRecords,
  getSharedView,
  listSharedCalendar,
  listSharedRecords,
  listSharedStacks,
  openFileOfShare,
  recordSharedExport,
  visitSharedView,
} from "../server/shares/shared-records";
import { createShare, deleteShare, listShares, rotateShare, updateShare } from "../server/shares/shares";
import { primaryName } from "./example";
import { recorded } from "./exports";
import { feedFile } from "./feed-path";
import { forVisitors, visitOf } from "./for-visitors";
import { Bytes, operation } from "./operation";
import { sendFeed } from "./send-feed";
import { sendFile } from "./send-file";

const all = "/bases/{databaseId}/shares";
const one = `${all}/{shareId}` as const;

export const shareOperations = [
  operation({
    id: "listShares",
    method: "GET",
    path: all,
    summary: "List shared links",
    description: "Lists the links of all views, newest first, without those of deleted views.",
    action: "share-views",
    params: basePlace,
    answer: z.object({ shares: z.array(share) }),
    run: async ({ params }) => ({ shares: await listShares(params) }),
  }),
  operation({
    id: "createShare",
    method: "POST",
    path: all,
    summary: "Share a view by a link",
    description: "The response contains the link; it cannot be shown again.",
    action: "share-views",
    params: basePlace,
    body: shareCreate,
    answer: share,
    status: 201,
    showsSecret: true,
    errors: ["CONFLICT"],
    example: ({ table }) => ({ body: { viewId: table.views[0]?.id ?? "", allowExport: true } }),
    run: ({ actor, params, body }) => createShare(actor, params, body),
    headers: ({ id, databaseId }) => ({ Location: `/api/v1/bases/${databaseId}/shares/${id}` }),
  }),
  operation({
    id: "updateShare",
    method: "PATCH",
    path: one,
    summary: "Change a shared link",
    description: "The link stays the same. Null removes its password or expiry.",
    action: "share-views",
    params: sharePlace,
    body: shareUpdate,
    answer: share,
    example: () => ({ body: { allowExport: false } }),
    run: ({ actor, params, body }) => updateShare(actor, params, body),
  }),
  operation({
    id: "deleteShare",
    method: "DELETE",
    path: one,
    summary: "Switch off a shared link",
    action: "share-views",
    params: sharePlace,
    answer: deletion,
    run: async ({ actor, params }) => {
      await deleteShare(actor, params);
      return deleted;
    },
  }),
  operation({
    id: "rotateShare",
    method: "POST",
    path: `${one}/rotate`,
    summary: "Replace a shared link",
    description:
      "The earlier link stops working at once. The response contains the new one; it cannot be shown again.",
    action: "share-views",
    params: sharePlace,
    answer: share,
    showsSecret: true,
    run: ({ actor, params }) => rotateShare(actor, params),
  }),
  operation({
    ...forVisitors,
    id: "getSharedView",
    method: "GET",
    path: "/shared/{token}",
    summary: "Get a shared view",
    description:
      "The view and the fields that it shows. Formulas, and the tables and fields that others read, are left out; links and lookups are described as the lists that they are.",
    params: sharedPlace,
    answer: sharedView,
    run: (call) => getSharedView(visitOf(call)),
  }),
  operation({
    ...forVisitors,
    id: "visitSharedView",
    method: "PUT",
    path: "/shared/{token}/presence",
    summary: "Report an open page of a shared view",
    description:
      "Counts the page among the visitors whom people with access to the database see, until it is left or for the `seconds` of the response. Nothing else about the visitor is told or kept.",
    params: sharedPlace,
    body: visitUpdate,
    answer: presenceAnswer,
    example: () => ({ body: { pageId: "9b2f6c1e-5d3a-4f7b-8e0c-1a2d3f4b5c6d", isOpen: true } }),
    run: ({ body, ...call }) => visitSharedView(visitOf(call), body),
  }),
  operation({
    ...forVisitors,
    id: "listSharedRecords",
    method: "POST",
    path: "/shared/{token}/records/list",
    summary: "List the records of a shared view",
    params: sharedPlace,
    body: sharedRecordList.prefault({}),
    answer: recordPage,
    example: ({ table }) => ({
      body: { filter: { field: primaryName(table), is_not_empty: true }, limit: 100 },
    }),
    run: ({ body, ...call }) => listSharedRecords(visitOf(call), body),
  }),
  operation({
    ...forVisitors,
    id: "listSharedStacks",
    method: "POST",
    path: "/shared/{token}/records/stacks",
    summary: "List the stacks of a shared kanban view",
    params: sharedPlace,
    body: sharedStackList.prefault({}),
    answer: stackPage,
    run: ({ body, ...call }) => listSharedStacks(visitOf(call), body),
  }),
  operation({
    ...forVisitors,
    id: "listSharedCalendar",
    method: "POST",
    path: "/shared/{token}/records/calendar",
    summary: "List the records of a shared calendar view",
    params: sharedPlace,
    body: sharedCalendarList,
    answer: calendarPage,
    example: () => ({ body: { from: "2026-01-01", to: "2026-01-31", timeZone: "Europe/Berlin" } }),
    run: ({ body, ...call }) => listSharedCalendar(visitOf(call), body),
  }),
  operation({
    ...forVisitors,
    id: "getSharedFeed",
    method: "GET",
    path: `/shared/{token}/${feedFile}`,
    summary: "Subscribe to a shared calendar view",
    description:
      "The calendar as an iCalendar feed, for other programs: records from a year ago to two years ahead, at most 5,000. It is also found at the address in `icsUrl` of the link. Answers 404 for a link with a password, which calendars cannot send.",
    params: sharedPlace,
    answer: z.instanceof(Bytes),
    mediaTypes: ["text/calendar"],
    requestHeaders: ["If-None-Match"],
    headerNames: ["ETag"],
    errors: ["RATE_LIMITED"],
    run: async (call) => sendFeed(await readSharedFeed(visitOf(call)), call.request),
  }),
  operation({
    ...forVisitors,
    id: "aggregateSharedRecords",
    method: "POST",
    path: "/shared/{token}/records/aggregate",
    summary: "Aggregate the records of a shared view",
    params: sharedPlace,
    body: sharedRecordAggregate,
    answer: aggregateGroups,
    example: ({ table }) => ({
      body: { aggregates: [{ field: primaryName(table), function: "count_filled" }] },
    }),
    run: ({ body, ...call }) => aggregateSharedRecords(visitOf(call), body),
  }),
  operation({
    ...forVisitors,
    id: "exportSharedRecords",
    method: "GET",
    path: "/shared/{token}/export",
    summary: "Export the records of a shared view",
    params: sharedPlace,
    query: sharedExportQuery,
    answer: z.instanceof(Bytes),
    mediaTypes: Object.values(exportFormats).map(({ mediaType }) => mediaType.replace(/;.*/, "")),
    headerNames: ["Content-Disposition"],
    errors: ["UNAUTHORIZED", "FORBIDDEN", "RATE_LIMITED"],
    example: () => ({ query: { format: "csv" } }),
    run: async ({ query, ...call }) => {
      const { file, share: opened } = await exportSharedRecords(visitOf(call), query);
      return recorded(call, file, () => recordSharedExport(opened, query.format));
    },
  }),
  operation({
    ...forVisitors,
    id: "getSharedAttachment",
    method: "GET",
    path: "/shared/{token}/attachments/{address}/{filename}",
    summary: "Download a file of a shared view",
    description:
      "Takes the address in a record of the shared view, which works for one to two hours and needs no password.",
    params: sharedFilePlace,
    query: thumbnailQuery,
    answer: z.instanceof(Bytes),
    requestHeaders: ["If-None-Match", "If-Range", "Range"],
    headerNames: ["ETag", "Accept-Ranges"],
    errors: ["RANGE_NOT_SATISFIABLE", "RATE_LIMITED"],
    run: async ({ params, query, request }) =>
      sendFile(await openFileOfShare(params, params.address, query), request),
  }),
] as const;
