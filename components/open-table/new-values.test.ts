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
  it("nothing by itself", () => {
    expect(byFilter(null)).toEqual({});
  });

  it.each<[string, Filter, object]>([
    ["what the only condition says", { field: "f3", equals: "Open" }, { f3: "Open" }],
    [
      "what conditions say that all have to hold",
      { and: [{ field: "f0", equals: "A" }, { and: [{ field: "f2", equals: true }] }] },
      { f0: "A", f2: true },
    ],
    ["nothing of a choice", { or: [{ field: "f0", equals: "A" }] }, {}],
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
    ["nothing where nothing is asked for", { field: "f2", equals: false }, {}],
    ["nothing that comes about by itself", { field: "f5", equals: 3 }, {}],
    ["nothing of what every record has", { field: "createdAt", equals: "2026-01-31" }, {}],
    ["nothing that the field refuses", { field: "f6", equals: "no address" }, {}],
    ["nothing of an option that is gone", { field: "f3", equals: "Shut" }, {}],
  ])("%s", (_, filter, values) => {
    expect(byFilter(filter)).toEqual(values);
  });

  it("what its groups have in common, whatever the filter says of the same field", () => {
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
