import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { groupsOf } from "@/components/groups/group";
import { fieldFixture } from "@/components/groups/group-fixture";
import { layRows, topOf } from "@/components/groups/row-layout";
import { hiddenAt } from "@/components/groups/shown-rows";
import type { Field } from "@/lib/contract/fields";
import { countLines, depthOf, lineAt, lineOf } from "./lines";

const anyLines = fc
  .record({
    counts: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 8 }),
    collapsed: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
    more: fc.nat(4),
  })
  .map(({ counts, collapsed, more }) => {
    const groups = groupsOf([
      { fields: [fieldFixture("a")], groups: counts.map((count, a) => ({ key: { a }, count })) },
    ]);
    const rows = counts.reduce((sum, count) => sum + count, more);
    const ids = groups.filter((_, at) => collapsed[at]).map(({ id }) => id);
    return layRows({ rows, rowHeight: 40, groups, collapsed: new Set(ids) });
  });

describe("lines", () => {
  it("are numbered from top to bottom", () => {
    fc.assert(
      fc.property(anyLines, (layout) => {
        const shown = Array.from({ length: layout.rows }, (_, row) => row).filter(
          (row) => !hiddenAt(layout.hiddenRows, row),
        );
        const tops = [
          ...layout.headers.map(({ top }) => top),
          ...shown.map((row) => topOf(layout, row)),
        ].toSorted((one, other) => one - other);
        expect(countLines(layout)).toBe(tops.length);
        for (const { group, top } of layout.headers) {
          const line = { row: group.rows.first, groupId: group.id };
          expect(lineOf(layout, line)).toBe(tops.indexOf(top));
          expect(lineAt(layout, tops.indexOf(top))).toEqual(line);
        }
        for (let row = 0; row < layout.rows; row += 1) {
          const line = tops.indexOf(topOf(layout, row));
          expect(lineOf(layout, { row, groupId: null })).toBe(line);
          if (!hiddenAt(layout.hiddenRows, row)) expect(lineAt(layout, line)).toEqual({ row, groupId: null });
        }
      }),
    );
  });

  it("are the rows if there are no groups", () => {
    const lines = { rows: Number.POSITIVE_INFINITY, hiddenRows: [], headers: [] };
    expect(countLines(lines)).toBe(Number.POSITIVE_INFINITY);
    expect(lineAt(lines, 999_999)).toEqual({ row: 999_999, groupId: null });
    expect(lineAt(lines, Number.POSITIVE_INFINITY).row).toBe(Number.POSITIVE_INFINITY);
  });

  it("have the depth of their groups", () => {
    const [a, b] = ["a", "b"].map(fieldFixture) as [Field, Field];
    const groups = groupsOf([
      { fields: [a], groups: [{ key: { a: 1 }, count: 4 }] },
      // There are more inner groups than headers.
      { fields: [a, b], groups: [{ key: { a: 1, b: 1 }, count: 2 }] },
    ]);
    const { headers } = layRows({ rows: 5, rowHeight: 32, groups, collapsed: new Set() });
    expect([0, 1, 2, 3, 4].map((row) => depthOf(headers, row))).toEqual([2, 2, 1, 1, 0]);
    expect(depthOf([], 3)).toBe(0);
  });
});
