import { expect, it } from "vitest";
import { makeColumns } from "@/components/cells/columns-fixture";
import { askedFigures, summariesFrom } from "./asked-summary";

const columns = makeColumns("single_line_text", "number", "date", "multiple_select");

function askedOf(...indexes: number[]): string[] {
  const chosen = indexes.flatMap((index) => columns[index] ?? []);
  return askedFigures(chosen).map(({ field, function: name }) => `${field} ${name}`);
}

it("requests what a field supports; unique count and median for a single field only", () => {
  expect(askedOf(0)).toEqual(["f0 count", "f0 count_filled", "f0 count_unique"]);
  expect(askedOf(1)).toEqual([
    "f1 count",
    "f1 count_filled",
    "f1 count_unique",
    "f1 sum",
    "f1 median",
    "f1 min",
    "f1 max",
  ]);
  expect(askedOf(2, 3)).toEqual([
    "f2 count",
    "f2 count_filled",
    "f2 min",
    "f2 max",
    "f3 count",
    "f3 count_filled",
  ]);
});

it("assigns the response to its columns", () => {
  const chosen = columns.slice(1, 3);
  const values = [5, 3, 12, 1, 9, 5, 1, "2026-01-01", "2026-01-01"];
  expect(summariesFrom(chosen, values)).toEqual([
    { cells: 5, filled: 3, sum: 12, min: 1, max: 9 },
    { cells: 5, filled: 1, min: "2026-01-01", max: "2026-01-01" },
  ]);
});

it("leaves out sums of empty columns", () => {
  const answered = [5, 0, 0, 0, null, null, null];
  expect(summariesFrom(columns.slice(1, 2), answered)).toEqual([{ cells: 5, filled: 0, unique: 0 }]);
});
