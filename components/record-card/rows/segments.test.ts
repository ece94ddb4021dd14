import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recordFixture, recordFixtures } from "./record-fixture";
import {
  countRows,
  loadedIn,
  missingIn,
  type Rows,
  recordAt,
  rowOfRecord,
  segmentsOf,
  withInserted,
  withoutRecords,
} from "./segments";

const head = recordFixtures(20);

describe("the rows of a stack", () => {
  it("are its first records, and the others once their pages are loaded", () => {
    const rows = segmentsOf({ count: 250, head, pages: new Map([[2, recordFixtures(50, 200)]]) });
    expect(countRows(rows)).toBe(250);
    expect(recordAt(rows, 19)?.id).toBe("19");
    expect(recordAt(rows, 20)).toBeUndefined();
    expect(recordAt(rows, 249)?.id).toBe("249");
    expect(rowOfRecord(rows, "201")).toBe(201);
    expect(rowOfRecord(rows, "100")).toBeUndefined();
    expect(missingIn(rows, { first: 10, end: 210 })).toEqual([{ first: 20, end: 200 }]);
  });

  it("prefer the first page to the first records", () => {
    const rows = segmentsOf({ count: 30, head, pages: new Map([[0, recordFixtures(30, 500)]]) });
    expect(loadedIn(rows).map(({ id }) => id)).toEqual(recordFixtures(30, 500).map(({ id }) => id));
  });

  it("are empty for an empty stack", () => {
    expect(segmentsOf({ count: 0, head: [], pages: new Map() })).toEqual([]);
    expect(withInserted([], 0, [recordFixture("a")])).toEqual([{ records: [recordFixture("a")] }]);
  });

  it("stay the same object if nothing is removed", () => {
    const rows = segmentsOf({ count: 250, head, pages: new Map() });
    expect(withoutRecords(rows, new Set(["none"]))).toBe(rows);
  });

  it("name the missing rows of the listing around inserted records", () => {
    const rows = withInserted(
      segmentsOf({ count: 250, head, pages: new Map() }),
      100,
      recordFixtures(2, 900),
    );
    expect(countRows(rows)).toBe(252);
    expect(recordAt(rows, 100)?.id).toBe("900");
    expect(missingIn(rows, { first: 98, end: 104 })).toEqual([{ first: 98, end: 102 }]);
  });
});

/** Rows as a plain list, with null for records that are not loaded. */
function listed(rows: Rows): (string | null)[] {
  return Array.from({ length: countRows(rows) }, (_, row) => recordAt(rows, row)?.id ?? null);
}

it("records are inserted and removed as in a list", () => {
  const anyRows = fc
    .record({ count: fc.nat(400), loaded: fc.uniqueArray(fc.nat(3)), first: fc.nat(20) })
    .map(({ count, loaded, first }) => {
      const pages = loaded.flatMap((page) => {
        const size = Math.min(100, count - page * 100);
        return size > 0 ? [[page, recordFixtures(size, page * 100)] as const] : [];
      });
      return segmentsOf({ count, head: recordFixtures(Math.min(first, count)), pages: new Map(pages) });
    });
  fc.assert(
    fc.property(anyRows, fc.nat(420), fc.array(fc.nat(420)), (rows, row, gone) => {
      const added = recordFixtures(2, 9_000);
      const before = listed(rows);
      const at = Math.min(row, before.length);
      expect(listed(withInserted(rows, row, added))).toEqual(before.toSpliced(at, 0, "9000", "9001"));
      const ids = new Set(gone.map(String));
      expect(listed(withoutRecords(rows, ids))).toEqual(before.filter((id) => id === null || !ids.has(id)));
    }),
  );
});
