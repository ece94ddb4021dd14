import { expect, it } from "vitest";
import type { ChangeSummary } from "@/lib/contract/changes";
import { changeText } from "./change-text";

const action: ChangeSummary = { name: null, did: "changed", what: "cell", count: 6, id: null, of: null };

it.each<[string, Partial<ChangeSummary>]>([
  ["paste of 6 cells", { name: "paste" }],
  ["paste of 3,202 records", { name: "paste", did: "created", what: "record", count: 3_202 }],
  ["edit 1 cell", { count: 1 }],
  ["edit 6 cells", {}],
  ["add 1 record", { did: "created", what: "record", count: 1 }],
  ["delete 2 records", { did: "deleted", what: "record", count: 2 }],
  ["move 3 records", { did: "moved", what: "record", count: 3 }],
  ["delete field “Notes”", { did: "deleted", what: "field", count: 1, id: "f", of: "Notes" }],
  ["delete 2 fields", { did: "deleted", what: "field", count: 2 }],
  ["change view “Grid view”", { what: "view", count: 1, id: "v", of: "Grid view" }],
  ["add table “Movies”", { did: "created", what: "table", count: 1, id: "t", of: "Movies" }],
])("describes an action: %s", (text, given) => {
  expect(changeText({ ...action, ...given })).toBe(text);
});
