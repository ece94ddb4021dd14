import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { Record } from "@/lib/contract/records";
import { appendRecord, countQuery, heldPage, pageQuery } from "./record-queries";

const listing = { databaseId: "d", tableId: "t", viewId: "v", search: "", selection: "", groups: [] };
const recordOf = (id: string): Record => ({ id, data: {}, fields: {}, createdAt: "", updatedAt: "" });

it("a new record is the last of the rows that are counted", () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(pageQuery(queryClient, listing, 0).queryKey, [recordOf("r0")]);
  queryClient.setQueryData(countQuery(listing).queryKey, 1);
  expect(appendRecord(queryClient, listing, recordOf("r1"))).toBe(1);
  expect(heldPage(queryClient, listing, 0)?.map(({ id }) => id)).toEqual(["r0", "r1"]);
});

it("where a new record goes is not known before the rows are counted: those at hand stay", () => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(pageQuery(queryClient, listing, 0).queryKey, [recordOf("r0")]);
  expect(appendRecord(queryClient, listing, recordOf("r1"))).toBeUndefined();
  expect(heldPage(queryClient, listing, 0)?.map(({ id }) => id)).toEqual(["r0"]);
});
