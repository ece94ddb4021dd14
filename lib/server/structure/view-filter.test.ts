import { expect, test } from "vitest";
import type { Filter } from "../../contract/filters";
import { withLabels } from "./view-filter";

const age: Filter = { field: "fAge", greater_than: 5 };
const open: Filter = { field: "fStage", equals: "Open" };
const either: Filter = { field: "fStage", in: ["Open", "Shut"] };

test.each<[before: Filter | null, after: Filter | null]>([
  [null, null],
  [open, { field: "fStage", equals: "Begun" }],
  [either, { field: "fStage", in: ["Begun"] }],
  [{ field: "fStage", does_not_equal: "Shut" }, null],
  [{ field: "fStage", in: ["Shut"] }, null],
  [
    { field: "fStage", in: [] },
    { field: "fStage", in: [] },
  ],
  [
    { field: "fStage", starts_with: "Op" },
    { field: "fStage", starts_with: "Op" },
  ],
  [
    { field: "fStage", contains: "Open" },
    { field: "fStage", contains: "Open" },
  ],
  [
    { field: "fStage", does_not_contain: "Shut" },
    { field: "fStage", does_not_contain: "Shut" },
  ],
  [
    { field: "fOther", equals: "Open" },
    { field: "fOther", equals: "Open" },
  ],
  [{ or: [{ field: "fStage", equals: "Shut" }, age] }, { or: [age] }],
])("%j after an option was renamed and another removed", (before, after) => {
  const labels = new Map([
    ["Open", "Begun"],
    ["Shut", null],
  ]);
  expect(withLabels(before, { id: "fStage", kind: "option" }, labels)).toEqual(after);
});

test.each<[before: Filter, after: Filter | null]>([
  [
    { field: "fTags", contains: "Open" },
    { field: "fTags", contains: "Begun" },
  ],
  [{ field: "fTags", does_not_contain: "Shut" }, null],
])("%j of a list, which contains whole labels", (before, after) => {
  const labels = new Map([
    ["Open", "Begun"],
    ["Shut", null],
  ]);
  expect(withLabels(before, { id: "fTags", kind: "options" }, labels)).toEqual(after);
});
