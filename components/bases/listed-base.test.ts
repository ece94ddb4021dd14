import { describe, expect, test } from "vitest";
import { agoText, findBases, type ListedBase, recordsText } from "./listed-base";

const bases = [
  base("Studio", ["Projects", "People"], 1),
  base("archive 10", [], 3),
  base("Archive 9", ["Café visits"], 2),
];

describe("findBases", () => {
  test("lists all databases by last change or by name", () => {
    expect(found("", "recent")).toEqual(["archive 10", "Archive 9", "Studio"]);
    expect(found("  ", "name")).toEqual(["Archive 9", "archive 10", "Studio"]);
  });

  test("matches a part of the name, ignoring case", () => {
    expect(found("ARCH 1")).toEqual(["archive 10"]);
    expect(found("nothing")).toEqual([]);
  });

  test("matches table names and lists matching tables first", () => {
    expect(found("cafe")).toEqual(["Archive 9"]);
    const [studio] = findBases(bases, { search: "peo", order: "recent" });
    expect(studio?.tables.map(({ name }) => name)).toEqual(["People", "Projects"]);
    expect(studio?.foundTables).toBe(1);
  });
});

test.each([
  [[{ count: 0, isExact: true }], "0 records"],
  [[{ count: 1, isExact: true }], "1 record"],
  [
    [
      { count: 1_000, isExact: true },
      { count: 16, isExact: true },
    ],
    "1,016 records",
  ],
  [
    [
      { count: 3_376, isExact: false },
      { count: 16, isExact: true },
    ],
    "about 3,400 records",
  ],
  [[{ count: 1_234_567, isExact: false }], "about 1,200,000 records"],
  [[null, { count: 16, isExact: true }], undefined],
  [[], undefined],
])("record counts %j read %s", (figures, text) => {
  const tables = figures.map((records, at) => ({ id: `t${at}`, name: "", records }));
  expect(recordsText(tables)).toBe(text);
});

test.each([
  [-5_000, "just now"],
  [59_000, "just now"],
  [61_000, "1 minute ago"],
  [2 * 3_600_000, "2 hours ago"],
  [25 * 3_600_000, "yesterday"],
  [8 * 86_400_000, "last week"],
  [40 * 86_400_000, "last month"],
  [800 * 86_400_000, "2 years ago"],
])("%i milliseconds ago reads %s", (ago, text) => {
  expect(agoText(1_000_000_000_000 - ago, 1_000_000_000_000)).toBe(text);
});

function found(search: string, order: "recent" | "name" = "recent"): string[] {
  return findBases(bases, { search, order }).map(({ name }) => name);
}

function base(name: string, tables: string[], changedAt: number): ListedBase {
  return {
    id: name,
    name,
    tables: tables.map((each) => ({ id: each, name: each, records: null })),
    changedAt,
    actions: [],
  };
}
