import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GridColumn } from "@/components/cells/columns";
import { makeColumns } from "@/components/cells/columns-fixture";
import { continued, repeated } from "./series";

const columns = makeColumns(
  "number",
  ["percent", { allowNegative: false }],
  "duration",
  "rating",
  "date",
  ["datetime", { timezone: "Europe/Berlin" }],
  "single_line_text",
  "email",
  "checkbox",
  "single_select",
);

function columnOf(type: string): GridColumn {
  return columns.find(({ field }) => field.type === type) as GridColumn;
}

/** The next values after these; with `back`, those before them, nearest first. */
function next(type: string, values: unknown[], count = 3): unknown[] {
  const series = continued(values, columnOf(type));
  return Array.from({ length: count }, (_, index) => series(values.length + index));
}

function back(type: string, values: unknown[], count = 3): unknown[] {
  const series = continued(values, columnOf(type));
  return Array.from({ length: count }, (_, index) => series(-1 - index));
}

describe("a series continues", () => {
  it.each([
    ["number", [1, 2], [3, 4, 5]],
    ["number", [1, 3, 5], [7, 9, 11]],
    ["number", [0.1, 0.2], [0.3, 0.4, 0.5]],
    ["number", [1e-7, 2e-7], [3e-7, 4e-7, 5e-7]],
    ["number", [10, 5], [0, -5, -10]],
    ["number", [7], [7, 7, 7]],
    ["number", [1, 2, 4], [1, 2, 4]],
    ["number", [1, null], [1, null, 1]],
    ["percent", [0.5, 0.25], [0, undefined, undefined]],
    ["duration", [60, 120], [180, 240, 300]],
    ["rating", [1, 2], [1, 2, 1]],
    ["checkbox", [true, false], [true, false, true]],
    ["email", ["a1@b.com"], ["a1@b.com", "a1@b.com", "a1@b.com"]],
  ] as [string, unknown[], unknown[]][])("%s %j: %j", (type, values, more) => {
    expect(next(type, values)).toEqual(more);
  });

  it.each([
    [["2026-01-30"], ["2026-01-31", "2026-02-01", "2026-02-02"]],
    [
      ["2026-01-01", "2026-01-08"],
      ["2026-01-15", "2026-01-22", "2026-01-29"],
    ],
    [
      ["2026-01-15", "2026-02-15"],
      ["2026-03-15", "2026-04-15", "2026-05-15"],
    ],
    [
      ["2026-01-31", "2026-02-28"],
      ["2026-03-31", "2026-04-30", "2026-05-31"],
    ],
    [
      ["2024-02-29", "2025-02-28"],
      ["2026-02-28", "2027-02-28", "2028-02-29"],
    ],
    [
      ["2025-06-01", "2026-06-01"],
      ["2027-06-01", "2028-06-01", "2029-06-01"],
    ],
    [
      ["2026-03-01", "2026-02-01"],
      ["2026-01-01", "2025-12-01", "2025-11-01"],
    ],
    [
      ["2026-01-01", "2026-01-01"],
      ["2026-01-01", "2026-01-01", "2026-01-01"],
    ],
    [
      ["2026-01-01", "2026-01-03", "2026-01-04"],
      ["2026-01-01", "2026-01-03", "2026-01-04"],
    ],
    [["9999-12-30"], ["9999-12-31", undefined, undefined]],
    [
      ["0001-01-01", "0002-01-01"],
      ["0003-01-01", "0004-01-01", "0005-01-01"],
    ],
  ])("days %j: %j", (values, more) => {
    expect(next("date", values)).toEqual(more);
  });

  it("at the same time of day when clocks change, and otherwise at equal distances", () => {
    // Clocks in Berlin go forward on the 29th of March.
    expect(next("datetime", ["2026-03-27T08:00:00.000Z"])).toEqual([
      "2026-03-28T08:00:00.000Z",
      "2026-03-29T07:00:00.000Z",
      "2026-03-30T07:00:00.000Z",
    ]);
    expect(next("datetime", ["2026-01-15T08:00:00.000Z", "2026-02-15T08:00:00.000Z"], 2)).toEqual([
      "2026-03-15T08:00:00.000Z",
      "2026-04-15T07:00:00.000Z",
    ]);
    expect(next("datetime", ["2026-01-15T08:00:00.000Z", "2026-01-15T08:15:00.000Z"], 2)).toEqual([
      "2026-01-15T08:30:00.000Z",
      "2026-01-15T08:45:00.000Z",
    ]);
  });

  it.each([
    [["Item 1"], ["Item 2", "Item 3", "Item 4"]],
    [
      ["Item 1", "Item 3"],
      ["Item 5", "Item 7", "Item 9"],
    ],
    [["Q4 2025"], ["Q4 2026", "Q4 2027", "Q4 2028"]],
    [["2026-001.pdf"], ["2026-002.pdf", "2026-003.pdf", "2026-004.pdf"]],
    [["No 099"], ["No 100", "No 101", "No 102"]],
    [["12345678901234567890"], ["12345678901234567891", "12345678901234567892", "12345678901234567893"]],
    [["Ada"], ["Ada", "Ada", "Ada"]],
    [
      ["Item 1", "Thing 2"],
      ["Item 1", "Thing 2", "Item 1"],
    ],
    [
      ["Item 1", "Item 2", "Item 4"],
      ["Item 1", "Item 2", "Item 4"],
    ],
    [
      ["Item 1", null],
      ["Item 1", null, "Item 1"],
    ],
  ])("texts %j: %j", (values, more) => {
    expect(next("single_line_text", values)).toEqual(more);
  });

  it("also backwards", () => {
    expect(back("number", [1, 2])).toEqual([0, -1, -2]);
    expect(back("date", ["2026-01-01"])).toEqual(["2025-12-31", "2025-12-30", "2025-12-29"]);
    expect(back("single_line_text", ["Item 1", "Item 2"])).toEqual(["Item 0", "Item 1", "Item 2"]);
    expect(back("checkbox", [true, false], 2)).toEqual([false, true]);
  });
});

describe("whatever values it continues", () => {
  const valuesOf: { [type: string]: fc.Arbitrary<unknown> } = {
    number: fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }),
      fc.integer(),
    ),
    date: fc
      .date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    datetime: fc
      .date({ min: new Date("0001-01-02"), max: new Date("9999-12-30"), noInvalidDate: true })
      .map((date) => date.toISOString()),
    single_line_text: fc.oneof(
      fc.string().filter((text) => !/[\n\r\u2028\u2029]/.test(text)),
      fc.nat().map((number) => `Item ${number}`),
    ),
    single_select: fc.constant(null),
  };

  it.each(Object.entries(valuesOf))(
    "%s begins with the values themselves, and gives only such",
    (type, value) => {
      const column = columnOf(type);
      const shape = column.fieldType.value(column.field.template);
      fc.assert(
        fc.property(
          fc.array(value, { minLength: 1, maxLength: 5 }),
          fc.integer({ min: -50, max: 50 }),
          (values, at) => {
            const series = continued(values, column);
            expect(values.map((_, index) => series(index))).toEqual(values);
            const found = series(at);
            if (found !== undefined && found !== null) expect(shape.safeParse(found).success).toBe(true);
          },
        ),
      );
    },
  );

  it("repeats in both directions", () => {
    const series = repeated(["a", "b", "c"]);
    expect([-4, -3, -1, 0, 2, 3, 7].map(series)).toEqual(["c", "a", "c", "a", "c", "a", "b"]);
  });
});
