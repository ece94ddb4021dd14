import { expect, it } from "vitest";
import { sortByVisitor } from "./visitor-selection";

const size = { fieldId: "size", direction: "asc" as const };
const name = { fieldId: "name", direction: "desc" as const };

it("a visitor's orders are sent only if they differ, groups before sorts and each field once", () => {
  const saved = { groups: [size], sorts: [name] };
  expect(sortByVisitor(saved, {})).toEqual({});
  expect(sortByVisitor(saved, { hiddenFieldIds: ["x"] })).toEqual({});
  expect(sortByVisitor(saved, { sorts: [{ ...size, direction: "desc" }] })).toEqual({ sort: [size] });
  expect(sortByVisitor(saved, { groups: [name] })).toEqual({ sort: [name] });
  expect(sortByVisitor(saved, { groups: [] })).toEqual({ sort: [name] });
  expect(sortByVisitor(saved, { groups: [], sorts: [] })).toEqual({});
});
