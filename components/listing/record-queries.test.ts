import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import type { Record } from "@/lib/contract/records";
import { calendarQuery } from "./calendar-queries";
import {
  appendRecord,
  cachedPage,
  cachedRecords,
  countQuery,
  pageQuery,
  putCells,
  putRecords,
} from "./record-queries";

const listing = { databaseId: "d", tableId: "t", viewId: "v", search: "", selection: "", groups: [] };
const recordOf = (id: string): Record => ({ id, data: {}, fields: {}, createdAt: "", updatedAt: "" });

it("a new record becomes the last of the counted rows", () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(pageQuery(queryClient, listing, 0).queryKey, [recordOf("r0")]);
  queryClient.setQueryData(countQuery(listing).queryKey, 1);
  expect(appendRecord(queryClient, listing, recordOf("r1"))).toBe(1);
  expect(cachedPage(queryClient, listing, 0)?.map(({ id }) => id)).toEqual(["r0", "r1"]);
});

it("a new record that is already cached keeps its place and is counted once", () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(pageQuery(queryClient, listing, 0).queryKey, [recordOf("r0"), recordOf("r1")]);
  queryClient.setQueryData(countQuery(listing).queryKey, 2);
  expect(appendRecord(queryClient, listing, recordOf("r1"))).toBe(1);
  expect(queryClient.getQueryData(countQuery(listing).queryKey)).toBe(2);
});

it("a new record has no row until the rows are counted, and cached pages stay unchanged", () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(pageQuery(queryClient, listing, 0).queryKey, [recordOf("r0")]);
  expect(appendRecord(queryClient, listing, recordOf("r1"))).toBeUndefined();
  expect(cachedPage(queryClient, listing, 0)?.map(({ id }) => id)).toEqual(["r0"]);
});

it("a page read before cells changed does not revert them", async () => {
  const queryClient = new QueryClient();
  const record: Record = { ...recordOf("r0"), data: { f: "old", g: 1 } };
  let answer = (_: Response) => {};
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", () => answered);
  const page = queryClient.fetchQuery(pageQuery(queryClient, listing, 0));
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1));
  const other = { ...listing, tableId: "u" };
  putCells(queryClient, listing, new Map([["r0", { at: "2", cells: { f: "new" } }]]));
  putCells(queryClient, other, new Map([["r0", { at: "2", cells: { g: 2 } }]]));
  answer(Response.json({ records: [record], hasMore: false, nextCursor: null }));
  expect((await page)[0]?.data).toEqual({ f: "new", g: 1 });
});

it("changed records and cells are shown on the days of calendars, too", () => {
  const queryClient = new QueryClient();
  const { queryKey } = calendarQuery(queryClient, listing, { from: "a", to: "b", timeZone: "UTC" });
  const records = [{ ...recordOf("r0"), data: { f: "old" } }, recordOf("r1")];
  queryClient.setQueryData(queryKey, { startFieldId: "f", endFieldId: null, records, hasMore: false });
  putCells(queryClient, listing, new Map([["r0", { at: "2", cells: { f: "new" } }]]));
  expect(cachedRecords(queryClient, listing).map(({ data }) => data)).toEqual([{ f: "new" }, {}]);
  putRecords(queryClient, listing, [{ ...recordOf("r1"), data: { f: "other" } }]);
  expect(cachedRecords(queryClient, listing).map(({ data }) => data)).toEqual([{ f: "new" }, { f: "other" }]);
});

afterEach(() => vi.unstubAllGlobals());
