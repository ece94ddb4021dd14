import { expect, it } from "vitest";
import { groupsAround, groupsOf } from "./group";
import { fieldFixture } from "./group-fixture";

const [stage, owner] = [fieldFixture("stage"), fieldFixture("owner")];
const levels = [
  {
    fields: [stage],
    groups: [
      { key: { stage: "Open" }, count: 3 },
      { key: { stage: null }, count: 1 },
    ],
  },
  {
    fields: [stage, owner],
    groups: [
      { key: { stage: "Open", owner: "Ada" }, count: 2 },
      { key: { stage: "Open", owner: null }, count: 1 },
      { key: { stage: null, owner: "Ada" }, count: 1 },
    ],
  },
];

it("lists groups in row order, outer before inner", () => {
  const groups = groupsOf(levels);
  expect(groups.map(({ level, value, rows }) => [level, value, rows.first, rows.end])).toEqual([
    [0, "Open", 0, 3],
    [1, "Ada", 0, 2],
    [1, null, 2, 3],
    [0, null, 3, 4],
    [1, "Ada", 3, 4],
  ]);
  expect(new Set(groups.map(({ id }) => id)).size).toBe(5);
});

it("a row belongs to one group of each level", () => {
  const around = (row: number) => groupsAround(groupsOf(levels), row).map(({ value }) => value);
  expect(around(1)).toEqual(["Open", "Ada"]);
  expect(around(3)).toEqual([null, "Ada"]);
  expect(around(4)).toEqual([]);
});

it("no levels make no groups", () => {
  expect(groupsOf([])).toEqual([]);
});
