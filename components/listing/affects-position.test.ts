import { expect, it } from "vitest";
import { makeColumns } from "@/components/cells/columns-fixture";
import type { Filter } from "@/lib/contract/filters";
import { affectsPositionIn } from "./affects-position";

const lookup: [string, object] = ["lookup", { linkFieldId: "f1", targetFieldId: "f9" }];
const columns = makeColumns(
  "single_line_text",
  ["linked_record", { tableId: "t1" }],
  lookup,
  "updated_time",
  "updated_by",
);
const table = { fields: columns.map(({ field }) => field) };
const nothing = { filter: null, sorts: [], groups: [] };

function placing(view: Partial<Parameters<typeof affectsPositionIn>[1]["view"]>, search = ""): string[] {
  const affectsPosition = affectsPositionIn(table, { view: { ...nothing, ...view }, search });
  return table.fields.map(({ id }) => id).filter(affectsPosition);
}

it("edits move nothing in a view in creation order without a filter", () => {
  expect(placing({})).toEqual([]);
});

it("edits of sorted, grouped, dated and filtered fields may move records, however deep the filter", () => {
  expect(placing({ sorts: [{ fieldId: "f0", direction: "asc" }] })).toEqual(["f0"]);
  expect(placing({ groups: [{ fieldId: "f1", direction: "asc" }] })).toEqual(["f1"]);
  expect(placing({ filter: { field: "f0", equals: "x" } })).toEqual(["f0"]);
  expect(placing({ startFieldId: "f0", endFieldId: "f1" })).toEqual(["f0", "f1"]);
  const filter: Filter = {
    and: [{ or: [{ field: "f0", equals: "x" }] }, { field: "f1", is_empty: true }],
  };
  expect(placing({ filter })).toEqual(["f0", "f1"]);
});

it("a lookup field changes with its link field", () => {
  expect(placing({ sorts: [{ fieldId: "f2", direction: "asc" }] })).toEqual(["f1", "f2"]);
});

it("every edit may move records by the last update or in a search", () => {
  const all = ["f0", "f1", "f2", "f3", "f4"];
  expect(placing({ sorts: [{ fieldId: "f3", direction: "desc" }] })).toEqual(all);
  expect(placing({ sorts: [{ fieldId: "updatedAt", direction: "desc" }] })).toEqual(all);
  expect(placing({ filter: { field: "f4", is_me: true } })).toEqual(all);
  expect(placing({}, "x")).toEqual(all);
});
