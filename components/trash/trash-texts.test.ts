import { expect, it } from "vitest";
import type { TrashItem } from "@/lib/contract/trash";
import { kindOf, restoredText, titleOf } from "./trash-texts";

const item: TrashItem = {
  id: "1",
  kind: "record",
  itemId: "r",
  tableId: "t",
  name: "Alien",
  deletedAt: "2026-01-05T09:00:00.000Z",
  deletedBy: null,
  changeSetId: "2",
};

it.each<[string, string, Partial<TrashItem>, string | undefined]>([
  ["Alien", "Record in Movies", {}, "Movies"],
  ["Unnamed", "Record", { name: "", count: 1, records: 1 }, undefined],
  ["3,202 records in Movies", "Alien and 3,201 more", { count: 3_202, records: 3_202 }, "Movies"],
  ["2 records", "Alien and 1 more", { count: 2, records: 2 }, undefined],
  [
    "Copy",
    "Table, with 3,200 records",
    { kind: "table", name: "Copy", count: 3_201, records: 3_200 },
    undefined,
  ],
  [
    "Notes and 2 more",
    "Field in Movies, with 2 other items",
    { kind: "field", name: "Notes", count: 3, records: 0 },
    "Movies",
  ],
  [
    "Notes and 2 more",
    "Field in Movies, with 1 other item and 1 record",
    { kind: "field", name: "Notes", count: 3, records: 1 },
    "Movies",
  ],
  [
    "Copy and 2 more",
    "Table, with 1 other item and 1 record",
    { kind: "table", name: "Copy", count: 3, records: 1 },
    undefined,
  ],
])("%s: %s", (title, kind, given, tableName) => {
  expect([titleOf({ ...item, ...given }, tableName), kindOf({ ...item, ...given }, tableName)]).toEqual([
    title,
    kind,
  ]);
});

it("names what was restored, and why the rest was not", () => {
  expect(restoredText("“Alien”", { restored: 1, skipped: [], skippedCount: 0 })).toEqual({
    title: "“Alien” restored",
  });
  const skipped = [{ ...item, reason: "its table is in the trash" }];
  expect(restoredText("3 items", { restored: 2, skipped, skippedCount: 1 })).toEqual({
    title: "2 items restored",
    detail: "1 item could not be restored: its table is in the trash",
    isError: true,
  });
  expect(restoredText("“Alien”", { restored: 0, skipped, skippedCount: 1 }).title).toBe(
    "“Alien” not restored",
  );
});
