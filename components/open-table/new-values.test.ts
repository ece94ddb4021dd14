import { describe, expect, it } from "vitest";
import { makeColumns } from "@/components/cells/columns-fixture";
import type { Filter } from "@/lib/contract/filters";
import { newValues } from "./new-values";

const fields = makeColumns(
  "single_line_text",
  "number",
  "checkbox",
  ["single_select", { options: [{ label: "Open" }] }],
  "date",
  "autonumber",
  "email",
).map(({ field }) => field);
const [text, , done, stage, date, auto] = fields as [never, never, never, never, never, never];

const byFilter = (filter: Filter | null) => newValues({ fields, filter, groups: [] });

describe("a new record has", () => {
  it("no values by default", () => {
    expect(byFilter(null)).toEqual({});
  });

  it.each<[string, Filter, object]>([
    ["the value of the only condition", { field: "f3", equals: "Open" }, { f3: "Open" }],
    ["the day of a word", { field: "f4", equals: "today" }, { f4: new Date().toISOString().slice(0, 10) }],
    [
      "what conditions say that all have to hold",
      { and: [{ field: "f0", equals: "A" }, { and: [{ field: "f2", equals: true }] }] },
      { f0: "A", f2: true },
    ],
    ["no value of an or-condition", { or: [{ field: "f0", equals: "A" }] }, {}],
    [
      "nothing of a choice among others",
      {
        and: [
          { field: "f1", equals: 2 },
          {
            or: [
              { field: "f0", equals: "A" },
              { field: "f0", equals: "B" },
            ],
          },
        ],
      },
      { f1: 2 },
    ],
    [
      "nothing of other operators",
      {
        and: [
          { field: "f0", contains: "A" },
          { field: "f1", greater_than: 2 },
        ],
      },
      {},
    ],
    ["no value for an empty cell", { field: "f2", equals: false }, {}],
    ["no computed value", { field: "f5", equals: 3 }, {}],
    ["no creation time", { field: "createdAt", equals: "2026-01-31" }, {}],
    ["no value that the field refuses", { field: "f6", equals: "no address" }, {}],
    ["no option that is gone", { field: "f3", equals: "Shut" }, {}],
  ])("%s", (_, filter, values) => {
    expect(byFilter(filter)).toEqual(values);
  });

  it("the values of its groups, even if the filter requires others", () => {
    const groups = [
      { field: stage, value: "Open" },
      { field: date, value: "2026-01-31" },
      { field: text, value: null },
      { field: done, value: false },
      { field: auto, value: 4 },
    ];
    const filter: Filter = {
      and: [
        { field: "f4", equals: "2026-02-01" },
        { field: "f1", equals: 2 },
      ],
    };
    expect(newValues({ fields, filter, groups })).toEqual({ f1: 2, f3: "Open", f4: "2026-01-31" });
  });
});
