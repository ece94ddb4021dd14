import { expect, it } from "vitest";
import type { Group } from "@/components/groups/group";
import { fieldFixture } from "@/components/groups/group-fixture";
import { groupGap, groupHeight, layRows } from "@/components/groups/row-layout";
import { linesToDraw } from "./card-window";

const cards = layOut(1_000, []);

it("draws the visible cards and some on either side", () => {
  expect(linesToDraw(cards, 0, 600).rows).toEqual([{ first: 0, end: 10 }]);
  expect(linesToDraw(cards, 5_050, 600).rows).toEqual([{ first: 46, end: 61 }]);
});

it("draws nothing beyond the last card or before measuring", () => {
  expect(linesToDraw(cards, 99_400, 600).rows).toEqual([{ first: 990, end: 1_000 }]);
  expect(linesToDraw(cards, 500_000, 600).rows).toEqual([]);
  expect(linesToDraw(cards, 0, 0).rows).toEqual([]);
  expect(linesToDraw(layOut(0, []), 0, 600).rows).toEqual([]);
});

it("draws group headers, and no cards of collapsed groups", () => {
  const layout = layOut(1_000, [group("a", 0, 2), group("b", 2, 900), group("c", 900, 1_000)], ["b"]);
  expect(linesToDraw(layout, 0, 600)).toEqual({
    rows: [
      { first: 0, end: 2 },
      { first: 900, end: 907 },
    ],
    headers: { first: 0, end: 3 },
  });
  expect(layout.height).toBe(102 * 100 + 3 * groupHeight + groupGap);
});

function layOut(rows: number, groups: readonly Group[], collapsed: readonly string[] = []) {
  return layRows({ rows, rowHeight: 100, groups, collapsed: new Set(collapsed) });
}

function group(id: string, first: number, end: number): Group {
  return { id, level: 0, field: fieldFixture("Stage"), value: id, rows: { first, end } };
}
