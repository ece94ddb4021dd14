import { expect, it } from "vitest";
import type { ChangeEntry } from "@/lib/contract/changes";
import { isDeletedByOthers, noteDeletions } from "./deleted-records";

const entry = (change: Partial<ChangeEntry>) =>
  ({ kind: "record", tableId: "t1", id: "r1", before: {}, after: null, ...change }) as ChangeEntry;
const idle = () => false;

it("notes records deleted by others until they are restored", () => {
  noteDeletions([entry({}), entry({ id: "r2", after: {} }), entry({ id: "f1", kind: "field" })], idle);
  expect(["r1", "r2", "f1"].map(isDeletedByOthers)).toEqual([true, false, false]);
  noteDeletions([entry({ before: null, after: {} })], idle);
  expect(isDeletedByOthers("r1")).toBe(false);
});

it("ignores deletions in a table with own writes under way", () => {
  noteDeletions([entry({}), entry({ id: "r2", tableId: "t2" })], (tableId) => tableId === "t1");
  expect(["r1", "r2"].map(isDeletedByOthers)).toEqual([false, true]);
});
