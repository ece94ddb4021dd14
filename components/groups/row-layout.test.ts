import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Group, groupsOf } from "./group";
import { fieldFixture } from "./group-fixture";
import {
  groupGap,
  groupHeight,
  layRows,
  linesBetween,
  nearestEdge,
  type RowLayout,
  sameOnTop,
  spanToReveal,
  topOf,
} from "./row-layout";

/** Generates one to three levels of groups with a few records each. */
const anyGroups = fc
  .array(
    fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 4,
    }),
    { maxLength: 5 },
  )
  .chain((tree) => fc.integer({ min: 0, max: 3 }).map((depth) => groupsIn(tree, depth)));

const anyLayout = fc
  .record({
    groups: anyGroups,
    rowHeight: fc.constantFrom(24, 32, 88),
    picks: fc.infiniteStream(fc.boolean()),
    more: fc.integer({ min: -4, max: 9 }),
  })
  .map(({ groups, rowHeight, picks, more }) => {
    const collapsed = new Set(groups.filter(() => picks.next().value).map(({ id }) => id));
    const known = Math.max(0, ...groups.map(({ rows }) => rows.end));
    return layRows({ rows: Math.max(0, known + more), rowHeight, groups, collapsed });
  });

describe("rows and headers", () => {
  it("follow each other in row order, with a gap between a row and a header", () => {
    fc.assert(
      fc.property(anyLayout, (layout) => {
        const things = thingsIn(layout);
        let y = 0;
        let row = 0;
        let isBelowRow = false;
        for (const { top, height, first, end, isRow } of things) {
          expect(top).toBe(isBelowRow && !isRow ? y + groupGap : y);
          expect(first).toBe(row);
          y = top + height;
          row = end;
          isBelowRow = isRow;
        }
        expect(y).toBe(layout.height);
        expect(row).toBe(layout.rows);
      }),
    );
  });

  it("are found at their positions, and nothing else is", () => {
    fc.assert(
      fc.property(anyLayout, fc.nat(3_000), fc.integer({ min: 1, max: 900 }), (layout, from, size) => {
        const inside = thingsIn(layout).filter(({ top, height }) => top < from + size && top + height > from);
        const { rows, headers } = linesBetween(layout, from, from + size);
        expect(
          rows.flatMap(({ first, end }) => Array.from({ length: end - first }, (_, at) => first + at)),
        ).toEqual(inside.filter(({ isRow }) => isRow).map(({ first }) => first));
        expect(layout.headers.slice(headers.first, headers.end).map(({ top }) => top)).toEqual(
          inside.filter(({ isRow }) => !isRow).map(({ top }) => top),
        );
      }),
    );
  });

  it("collapsing and expanding restores the layout", () => {
    fc.assert(
      fc.property(anyGroups, fc.nat(60), (groups, pick) => {
        const rows = Math.max(0, ...groups.map(({ rows: { end } }) => end));
        const before = layRows({ rows, rowHeight: 32, groups, collapsed: new Set() });
        const group = groups[pick % Math.max(1, groups.length)];
        if (!group) return;
        const collapsed = layRows({ rows, rowHeight: 32, groups, collapsed: new Set([group.id]) });
        const within = groups.filter(
          ({ rows: { first, end }, level }) =>
            first >= group.rows.first && end <= group.rows.end && level > group.level,
        );
        const gaps = ({ headers }: RowLayout) =>
          headers.filter(({ top }, at) => at > 0 && top !== (headers[at - 1]?.top ?? 0) + groupHeight).length;
        const hidden = (group.rows.end - group.rows.first) * 32 + within.length * groupHeight;
        const closed = (gaps(before) - gaps(collapsed)) * groupGap;
        expect(collapsed.height).toBe(before.height - hidden - closed);
        expect(collapsed.hiddenRows).toEqual([group.rows]);
        expect(layRows({ rows, rowHeight: 32, groups, collapsed: new Set() })).toEqual(before);
      }),
    );
  });

  it("the topmost row stays when groups collapse or the row height changes", () => {
    const anyCollapse = fc.tuple(fc.infiniteStream(fc.boolean()), fc.constantFrom(24, 32, 88));
    fc.assert(
      fc.property(anyGroups, anyCollapse, anyCollapse, fc.nat(3_000), (groups, one, other, offset) => {
        const rows = Math.max(0, ...groups.map(({ rows: { end } }) => end));
        const [before, after] = [one, other].map(([picks, rowHeight]) => {
          const collapsed = new Set(groups.filter(() => picks.next().value).map(({ id }) => id));
          return layRows({ rows, rowHeight, groups, collapsed });
        }) as [RowLayout, RowLayout];
        fc.pre(offset < before.height);
        const onTop = (layout: RowLayout, y: number) =>
          thingsIn(layout).findLast(({ top }) => top <= y + 0.01) as Thing;
        const was = onTop(before, offset);
        const is = onTop(after, sameOnTop(before, offset, after));
        const isShown = thingsIn(after).some(
          ({ isRow, first }) => isRow === was.isRow && first === was.first,
        );
        if (was.isRow && isShown && offset > 0) expect(is).toMatchObject({ isRow: true, first: was.first });
        expect(sameOnTop(before, offset, before)).toBeCloseTo(offset, 6);
      }),
    );
  });
});

it.each([
  [-5, 0],
  [15, 0],
  [17, 1],
  [96, 3],
  [10_000, 4],
])("without groups, the row nearest to pixel %i is %i", (pixel, row) => {
  const layout = layRows({ rows: 4, rowHeight: 32, groups: [], collapsed: new Set() });
  expect(nearestEdge(layout, pixel)).toBe(row);
});

describe("two groups of three and two records", () => {
  const groups = groupsIn([[[3]], [[2]]], 1);
  const second = groups[1]?.id ?? "";

  it("have headers above their first records", () => {
    const layout = layRows({ rows: 5, rowHeight: 32, groups, collapsed: new Set() });
    expect(layout.headers.map(({ top }) => top)).toEqual([0, 148]);
    expect([0, 2, 3, 5].map((row) => topOf(layout, row))).toEqual([40, 104, 188, 252]);
    expect(spanToReveal(layout, 3)).toEqual({ from: 148, size: 72 });
    expect(spanToReveal(layout, 2)).toEqual({ from: 104, size: 32 });
  });

  it("move up when one is collapsed", () => {
    const layout = layRows({ rows: 5, rowHeight: 32, groups, collapsed: new Set([groups[0]?.id ?? ""]) });
    expect(layout.headers.map(({ top }) => top)).toEqual([0, 40]);
    expect([0, 2, 3].map((row) => topOf(layout, row))).toEqual([0, 0, 80]);
    expect(layout.hiddenRows).toEqual([{ first: 0, end: 3 }]);
    expect(spanToReveal(layout, 0)).toEqual({ from: 0, size: 40 });
  });

  it("adapt to the current number of records", () => {
    const more = layRows({ rows: 7, rowHeight: 32, groups, collapsed: new Set([second]) });
    expect(more.hiddenRows).toEqual([{ first: 3, end: 5 }]);
    expect(topOf(more, 5)).toBe(188);
    const fewer = layRows({ rows: 2, rowHeight: 32, groups, collapsed: new Set() });
    expect(fewer.headers).toHaveLength(1);
    expect(fewer.height).toBe(104);
  });

  it("keep the header of a collapsed group at the top", () => {
    const open = layRows({ rows: 5, rowHeight: 32, groups, collapsed: new Set() });
    const collapsed = layRows({ rows: 5, rowHeight: 32, groups, collapsed: new Set([second]) });
    expect(sameOnTop(open, 160, collapsed)).toBe(160);
    expect(sameOnTop(open, 200, collapsed)).toBe(148);
    expect(sameOnTop(collapsed, 160, open)).toBe(160);
  });

  it("keep the gap above a header in place", () => {
    const open = layRows({ rows: 5, rowHeight: 32, groups, collapsed: new Set() });
    const higher = layRows({ rows: 5, rowHeight: 88, groups, collapsed: new Set() });
    const [gap, header] = [open, higher].map(({ headers }) => headers[1]?.top ?? 0) as [number, number];
    expect(sameOnTop(open, gap - 5, higher)).toBe(header - 5);
  });
});

interface Thing {
  readonly top: number;
  readonly height: number;
  readonly first: number;
  readonly end: number;
  readonly isRow: boolean;
}

/** Lists everything on screen from top to bottom: single rows, and headers with the rows they hide. */
function thingsIn({ headers, spans, rowHeight }: RowLayout): Thing[] {
  const rows = spans
    .filter(({ isCollapsed }) => !isCollapsed)
    .flatMap(({ first, end, top }) =>
      Array.from({ length: end - first }, (_, at) => ({
        top: top + at * rowHeight,
        height: rowHeight,
        first: first + at,
        end: first + at + 1,
        isRow: true,
      })),
    );
  const hiding = headers.map(({ group, top, isCollapsed }) => {
    const hidden = spans.find((span) => span.isCollapsed && span.top === top);
    const first = group.rows.first;
    return {
      top,
      height: groupHeight,
      first,
      end: isCollapsed ? (hidden?.end ?? first) : first,
      isRow: false,
    };
  });
  return [...hiding, ...rows].toSorted((one, other) => one.top - other.top);
}

function groupsIn(tree: number[][][], depth: number): Group[] {
  const sum = (counts: readonly number[]) => counts.reduce((all, each) => all + each, 0);
  const fields = ["a", "b", "c"].map(fieldFixture);
  const counts = [
    tree.map((outer) => sum(outer.map(sum))),
    tree.flatMap((outer) => outer.map(sum)),
    tree.flat(2),
  ];
  return groupsOf(
    counts.slice(0, depth).map((level, at) => ({
      fields: fields.slice(0, at + 1),
      groups: level.map((count, index) => ({ key: { a: index, b: index, c: index }, count })),
    })),
  );
}
