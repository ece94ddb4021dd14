import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexesOf, type Range } from "@/components/listing/range";
import { planMove, stepTarget } from "./move-plan";

const range = (first: number, end: number): Range => ({ first, end });

describe("moving rows", () => {
  it.each<[string, Range[], number, ReturnType<typeof planMove>]>([
    ["down", [range(1, 2)], 4, { after: 3, first: 3 }],
    ["up", [range(5, 7)], 2, { after: 1, first: 2 }],
    ["to the top", [range(5, 7)], 0, { after: null, first: 0 }],
    ["to the end", [range(0, 1)], 10, { after: 9, first: 9 }],
    ["to its own position", [range(3, 5)], 3, undefined],
    ["into itself", [range(3, 5)], 4, undefined],
    ["directly below itself", [range(3, 5)], 5, undefined],
    ["together, below the upper one", [range(2, 3), range(6, 7)], 3, { after: 1, first: 2 }],
    ["together, between the two", [range(2, 3), range(6, 7)], 5, { after: 4, first: 4 }],
    ["nothing", [], 5, undefined],
  ])("%s", (_, rows, to, plan) => {
    expect(planMove(rows, to)).toEqual(plan);
  });

  it("places them after the row in the plan, whatever is selected", () => {
    const count = 12;
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(count - 1), { minLength: 1 }),
        fc.integer({ min: 0, max: count }),
        (selected, to) => {
          const rows = rangesOf(selected);
          const all = indexesOf(range(0, count));
          const isMoved = (row: number) => selected.includes(row);
          const wanted = [
            ...all.filter((row) => row < to && !isMoved(row)),
            ...all.filter(isMoved),
            ...all.filter((row) => row >= to && !isMoved(row)),
          ];
          const plan = planMove(rows, to);
          if (!plan) {
            expect(wanted).toEqual(all);
            return;
          }
          const rest = all.filter((row) => !isMoved(row));
          const at = plan.after === null ? 0 : rest.indexOf(plan.after) + 1;
          expect(rest.toSpliced(at, 0, ...all.filter(isMoved))).toEqual(wanted);
          expect(wanted.findIndex(isMoved)).toBe(plan.first);
        },
      ),
    );
  });
});

it.each<[Range[], "up" | "down", number]>([
  [[range(3, 4)], "up", 2],
  [[range(3, 4)], "down", 5],
  [[range(0, 2)], "up", 0],
  [[range(8, 10)], "down", 10],
  [[range(3, 4), range(6, 7)], "up", 2],
])("%j one step %s", (rows, way, to) => {
  expect(stepTarget(rows, way, 10)).toBe(to);
});

function rangesOf(rows: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const row of rows.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last?.end === row) ranges[ranges.length - 1] = range(last.first, row + 1);
    else ranges.push(range(row, row + 1));
  }
  return ranges;
}
