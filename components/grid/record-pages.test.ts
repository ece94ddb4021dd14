import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Record } from "@/lib/contract/records";
import { keepNewer, pageOf, pageSize, pagesFor, pagesToDrop, sparePages, withRecord } from "./record-pages";

function record(id: string, updatedAt: string): Record {
  return { id, data: {}, fields: {}, createdAt: "", updatedAt };
}

describe("pagesFor", () => {
  it("has the pages in sight, and the next one early enough", () => {
    expect(pagesFor({ first: 0, end: 30 }, 1_000)).toEqual([0]);
    expect(pagesFor({ first: 30, end: 60 }, 1_000)).toEqual([0, 1]);
    expect(pagesFor({ first: 980, end: 1_000 }, 1_000)).toEqual([9]);
    expect(pagesFor({ first: 0, end: 0 }, 1_000)).toEqual([]);
    expect(pagesFor({ first: 0, end: 30 }, 0)).toEqual([]);
  });

  it("covers every row in sight and asks for few pages", () => {
    fc.assert(
      fc.property(fc.nat(999_000), fc.integer({ min: 1, max: 100 }), (first, rows) => {
        const pages = pagesFor({ first, end: first + rows }, 1_000_000);
        expect(pages).toContain(pageOf(first));
        expect(pages).toContain(pageOf(first + rows - 1));
        expect(pages.length).toBeLessThanOrEqual(Math.ceil(rows / pageSize) + 2);
      }),
    );
  });
});

describe("pagesToDrop", () => {
  it("keeps what is wanted and the nearest of the rest", () => {
    const held = Array.from({ length: 100 }, (_, page) => page);
    const dropped = pagesToDrop(held, [50, 51]);
    expect(dropped).toHaveLength(100 - 2 - sparePages);
    expect(dropped).not.toContain(49);
    expect(dropped).toContain(0);
    expect(dropped).toContain(99);
  });

  it("drops nothing while there is room", () => {
    expect(pagesToDrop([0, 1, 2], [900])).toEqual([]);
  });
});

it("a page that was under way does not undo what is known to be newer", () => {
  const old = record("a", "2026-01-01T00:00:00.000Z");
  const changed = record("a", "2026-01-01T00:00:01.000Z");
  const other = record("b", "2026-01-01T00:00:00.000Z");
  expect(keepNewer([old, other], [changed])).toEqual([changed, other]);
  expect(keepNewer([changed], [old])).toEqual([changed]);
  expect(keepNewer([old])).toEqual([old]);
});

it("a record is replaced in its page, and any other page stays what it is", () => {
  const page = [record("a", "1"), record("b", "1")];
  expect(withRecord(page, record("b", "2"))).toEqual([record("a", "1"), record("b", "2")]);
  expect(withRecord(page, record("c", "2"))).toBe(page);
});
