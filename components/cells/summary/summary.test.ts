import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GridColumn } from "@/components/cells/columns";
import { makeColumns } from "@/components/cells/columns-fixture";
import { figuresOf, summarizeColumn, sumOf } from "./summary";
import { functionsFor, summaryText } from "./summary-functions";

const columns = makeColumns(
  "single_line_text",
  "number",
  "currency",
  ["duration", { format: "h:mm" }],
  ["date", { dateFormat: "iso" }],
  "checkbox",
  "multiple_select",
  "rating",
  "percent",
);

function columnOf(type: string): GridColumn {
  return columns.find(({ field }) => field.type === type) as GridColumn;
}

function figures(...selected: [type: string, values: unknown[]][]): { [name: string]: string } {
  const chosen = selected.map(([type]) => columnOf(type));
  const summaries = selected.map(([type, values]) => summarizeColumn(columnOf(type), values));
  return Object.fromEntries(figuresOf(chosen, summaries).map(({ name, text }) => [name, text]));
}

describe("the figures of a selection", () => {
  it("of texts are counts", () => {
    expect(figures(["single_line_text", ["a", "b", "a", null]])).toEqual({
      Count: "4",
      Filled: "3",
      Empty: "1",
      Unique: "2",
    });
  });

  it("of numbers include sums in the field's format", () => {
    expect(figures(["currency", [1, 2, 6, null]])).toEqual({
      Count: "4",
      Filled: "3",
      Empty: "1",
      Unique: "3",
      Sum: "$9.00",
      Average: "$3.00",
      Median: "$2.00",
      Min: "$1.00",
      Max: "$6.00",
    });
    expect(figures(["duration", [60, 3600]])).toMatchObject({ Sum: "1:01", Average: "0:30" });
    expect(figures(["rating", [3, 4]])).toMatchObject({ Sum: "7", Average: "3.5" });
  });

  it("of dates include the first and the last", () => {
    expect(figures(["date", ["2026-02-01", "2025-12-31"]])).toMatchObject({
      Earliest: "2025-12-31",
      Latest: "2026-02-01",
      Range: "32 days",
    });
    expect(figures(["date", ["2026-02-01"]])).not.toHaveProperty("Sum");
  });

  it("of lists are counts without unique values", () => {
    expect(figures(["multiple_select", [["a"], []]])).toEqual({ Count: "2", Filled: "1", Empty: "1" });
    expect(figures(["checkbox", [true, false]])).toMatchObject({ Checked: "1", Unchecked: "1" });
  });

  it("of several fields combine their numbers, in plain format if the fields differ", () => {
    expect(figures(["number", [1, 2]], ["number", [3]])).toMatchObject({
      Count: "3",
      Sum: "6.0",
      Average: "2.0",
    });
    expect(figures(["number", [1, 2]], ["currency", [4]])).toMatchObject({ Sum: "7", Max: "4" });
    expect(figures(["single_line_text", ["a"]], ["number", [1]])).toMatchObject({ Filled: "2", Sum: "1.0" });
    const several = figures(["number", [1, 2]], ["currency", [4]]);
    expect(several).not.toHaveProperty("Median");
    expect(several).not.toHaveProperty("Unique");
  });

  it("of no cells are none, and of empty cells have no sum", () => {
    expect(figures()).toEqual({});
    expect(figures(["number", [null]])).toEqual({ Count: "1", Filled: "0", Empty: "1", Unique: "0" });
  });
});

it("a sum keeps small parts, and never leaves the range of its parts", () => {
  expect(sumOf(Array(10).fill(0.1))).toBe(1);
  expect(sumOf([1e16, 1, -1e16])).toBe(1);
  const numbers = fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1 });
  fc.assert(
    fc.property(numbers, (values) => {
      const { sum, median, min, max } = summarizeColumn(columnOf("number"), values);
      expect(sum).toBe(values.reduce((one, other) => one + other));
      expect(min).toBe(Math.min(...values));
      expect(max).toBe(Math.max(...values));
      expect(median).toBeGreaterThanOrEqual(min as number);
      expect(median).toBeLessThanOrEqual(max as number);
    }),
  );
});

describe("the functions for a field", () => {
  const names = (type: string) => functionsFor(columnOf(type)).map(({ name }) => name);
  const text = (type: string, does: string, value: number | string | null) => {
    const found = functionsFor(columnOf(type)).find((each) => each.does === does);
    return found && summaryText(found, columnOf(type), value);
  };

  it("have the words for its values", () => {
    const counts = ["Count", "Empty", "Filled", "Unique", "% empty", "% filled", "% unique"];
    expect(names("currency")).toEqual([...counts, "Sum", "Average", "Median", "Min", "Max", "Range"]);
    expect(names("date")).toEqual([...counts, "Earliest", "Latest", "Range"]);
    expect(names("checkbox")).toEqual([
      ...["Count", "Unchecked", "Checked", "Unique", "% unchecked", "% checked", "% unique"],
    ]);
    expect(names("multiple_select")).toEqual(["Count", "Empty", "Filled", "% empty", "% filled"]);
  });

  it("are shown as percentages, days, or as the field shows its values", () => {
    expect(text("checkbox", "percent_filled", 1 / 3)).toBe("33.3%");
    expect(text("single_line_text", "percent_unique", 0)).toBe("0%");
    expect(text("date", "percent_empty", null)).toBe("–");
    expect(text("date", "range", 1)).toBe("1 day");
    expect(text("date", "range", 3_652_058)).toBe("3,652,058 days");
    expect(text("currency", "range", 3)).toBe("$3.00");
    expect(text("percent", "average", 0.25)).toBe("25%");
    expect(text("percent", "range", 0.5)).toBe("50%");
  });
});
