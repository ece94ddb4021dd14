import { expect, test } from "vitest";
import type { ErrorDetail } from "./errors";
import { parse } from "./parse";
import { viewTypes } from "./view-types";
import { configOf, initialConfig, viewConfigUpdate, viewCreate } from "./views";

const stackKeyMessage =
  "takes the value of an option, a number, true or false, the id of a record or person, or null for no value";

test("a new view needs only a name", () => {
  expect(viewCreate.parse({ name: "V" })).toEqual({ name: "V", type: "grid", config: {} });
});

test("a sort is ascending by default", () => {
  expect(viewConfigUpdate.parse({ sorts: [{ fieldId: "A" }] })).toEqual({
    sorts: [{ fieldId: "A", direction: "asc" }],
  });
});

const keys = Object.keys(viewConfigUpdate.shape);

test.each<[given: unknown, ...details: [path: string, message: string][]]>([
  [{}, ["name", "is required"]],
  [
    { name: "V", type: "board" },
    ["type", 'takes "grid" or "kanban" or "calendar" or "gallery" or "form", not "board"'],
  ],
  [
    { name: "V", config: { stackFieldId: "A" } },
    [
      "config.stackFieldId",
      `is not a setting of views of type "grid", which have ${viewTypes.grid.join(", ")}`,
    ],
  ],
  [
    { name: "V", type: "kanban", config: { stackFieldId: "A", rowHeight: 32, groups: [] } },
    ...(["groups", "rowHeight"] as const).map((key): [string, string] => [
      `config.${key}`,
      `is not a setting of views of type "kanban", which have ${viewTypes.kanban.join(", ")}`,
    ]),
  ],
  [
    { name: "V", type: "kanban" },
    ["config.stackFieldId", "is required: the field by whose values records are stacked"],
  ],
  [
    { name: "V", type: "kanban", config: { stackFieldId: null } },
    ["config.stackFieldId", "is required: the field by whose values records are stacked"],
  ],
  [
    { name: "V", type: "kanban", config: { stackFieldId: "A", collapsedStacks: [{}, "not an id"] } },
    ["config.collapsedStacks[0]", stackKeyMessage],
    ["config.collapsedStacks[1]", stackKeyMessage],
  ],
  [
    { name: "V", type: "kanban", config: { stackFieldId: "A", stackOrder: Array(1_001).fill(null) } },
    ["config.stackOrder", "takes at most 1,000 stacks"],
  ],
  [
    { name: "V", config: { zoom: 1 } },
    [
      "config.zoom",
      `is not a known key. Known keys: ${keys.slice(0, 20).join(", ")} and ${keys.length - 20} more`,
    ],
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

test("a view of another type keeps what both types have", () => {
  const fields = [{ id: "fName" }];
  const grid = { ...initialConfig("grid", fields), hiddenFieldIds: ["fName"], rowHeight: 56 };
  const kanban = configOf("kanban", grid, fields);
  expect(kanban).toEqual({ ...initialConfig("kanban", fields), hiddenFieldIds: ["fName"] });
  expect(configOf("grid", { ...kanban, stackFieldId: "fName" }, fields)).toEqual({ ...grid, rowHeight: 32 });
});

function problemsOf(shape: Parameters<typeof parse>[0], given: unknown): ErrorDetail[] {
  try {
    parse(shape, given, "body");
    return [];
  } catch (error) {
    return (error as { details: ErrorDetail[] }).details;
  }
}
