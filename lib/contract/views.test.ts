import { expect, test } from "vitest";
import type { ErrorDetail } from "./errors";
import { parse } from "./parse";
import { viewConfigUpdate, viewCreate } from "./views";

test("a new view needs only a name", () => {
  expect(viewCreate.parse({ name: "V" })).toEqual({ name: "V", type: "grid", config: {} });
});

test("a sort is ascending by default", () => {
  expect(viewConfigUpdate.parse({ sorts: [{ fieldId: "A" }] })).toEqual({
    sorts: [{ fieldId: "A", direction: "asc" }],
  });
});

test.each<[given: unknown, ...details: [path: string, message: string][]]>([
  [{}, ["name", "is required"]],
  [{ name: "V", type: "kanban" }, ["type", 'takes "grid", not "kanban"']],
  [
    { name: "V", config: { color: 1 } },
    ["config.color", `is not a known key. Known keys: ${Object.keys(viewConfigUpdate.shape).join(", ")}`],
  ],
  [
    { name: "V", config: { groups: Array(4).fill({ fieldId: "A" }) } },
    ["config.groups", "takes at most 3 groups"],
  ],
  [{ name: "V", config: { rowHeight: 5 } }, ["config.rowHeight", "takes 16 or more, not 5"]],
  [
    { name: "V", config: { fieldWidths: { A: "wide" } } },
    ["config.fieldWidths.A", "takes a number, not text"],
  ],
  [{ name: "V", config: { frozenFieldCount: -1 } }, ["config.frozenFieldCount", "takes 0 or more, not -1"]],
  [
    { name: "V", config: { sorts: [{ fieldId: "A", direction: "up" }] } },
    ["config.sorts[0].direction", 'takes "asc" or "desc", not "up"'],
  ],
])("the view %j is refused", (given, ...details) => {
  expect(problemsOf(viewCreate, given)).toEqual(details.map(([path, message]) => ({ path, message })));
});

function problemsOf(shape: Parameters<typeof parse>[0], given: unknown): ErrorDetail[] {
  try {
    parse(shape, given, "body");
    return [];
  } catch (error) {
    return (error as { details: ErrorDetail[] }).details;
  }
}
