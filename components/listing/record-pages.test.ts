import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Record } from "@/lib/contract/records";
import {
  keepNewer,
  marginFor,
  maxPages,
  pageOf,
  pageSize,
  pagesFor,
  pagesToDrop,
  runsOf,
  sparePages,
  withCells,
  withRecords,
} from "./record-pages";

function record(id: string, updatedAt: string): Record {
  return { id, data: {}, fields: {}, createdAt: "", updatedAt };
}

describe("pagesFor", () => {
  const around = { count: 1_000, margin: 50 };

  it("includes the pages in the viewport, and the next one early enough", () => {
    expect(pagesFor({ first: 0, end: 30 }, around)).toEqual([0]);
    expect(pagesFor({ first: 30, end: 60 }, around)).toEqual([0, 1]);
    expect(pagesFor({ first: 980, end: 1_000 }, around)).toEqual([9]);
    expect(pagesFor({ first: 0, end: 0 }, around)).toEqual([]);
    expect(pagesFor({ first: 0, end: 30 }, { ...around, count: 0 })).toEqual([]);
    expect(pagesFor({ first: 300, end: 400 }, { ...around, margin: 0 })).toEqual([3]);
  });

  it("covers every row in the viewport with few pages", () => {
    fc.assert(
      fc.property(fc.nat(999_000), fc.integer({ min: 1, max: 100 }), (first, rows) => {
        const pages = pagesFor({ first, end: first + rows }, { count: 1_000_000, margin: 50 });
        expect(pages).toContain(pageOf(first));
        expect(pages).toContain(pageOf(first + rows - 1));
        expect(pages.length).toBeLessThanOrEqual(Math.ceil(rows / pageSize) + 2);
      }),
    );
  });
});

it("the longer a request takes, the wider the margin, up to the maximum", () => {
  const times = [0, 10, 49, 50, 200, 250, 3_000];
  const margins = times.map((taken) => marginFor({ by: 1, taken }));
  expect(margins).toEqual(margins.toSorted((one, other) => one - other));
  for (const margin of margins) {
    const pages = pagesFor({ first: 50_050, end: 50_090 }, { count: 1_000_000, margin });
    expect(pages.length).toBeLessThanOrEqual(maxPages);
  }
});

it("fast scrolling widens the margin, and a jump fetches only the viewport at first", () => {
  expect(marginFor({ by: 90, taken: 10 })).toBeGreaterThan(marginFor({ by: 3, taken: 10 }));
  expect(marginFor({ by: 10_000, taken: 300 })).toBe(0);
});

it("with a wide margin, steady scrolling needs a new block of pages now and then", () => {
  const wanted = Array.from({ length: 100 }, (_, screen) =>
    pagesFor({ first: 5_000 + 20 * screen, end: 5_020 + 20 * screen }, { count: 1_000_000, margin: 800 }),
  );
  const ends = wanted.map((pages) => pages.at(-1));
  expect(new Set(ends).size).toBeLessThanOrEqual(6);
  for (const pages of wanted) expect(pages.length).toBeLessThanOrEqual(maxPages + 3);
  expect(pagesFor({ first: 80, end: 100 }, { count: 1_010, margin: 800 })).toHaveLength(11);
});

describe("runsOf", () => {
  it("joins consecutive pages, up to the maximum per request", () => {
    expect(runsOf([4, 2, 3, 9])).toEqual([
      { first: 2, pages: 3 },
      { first: 9, pages: 1 },
    ]);
    expect(runsOf([])).toEqual([]);
    const many = Array.from({ length: maxPages + 1 }, (_, page) => page);
    expect(runsOf(many)).toEqual([
      { first: 0, pages: maxPages },
      { first: maxPages, pages: 1 },
    ]);
  });

  it("leaves no page out and takes none twice", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200)), (pages) => {
        const all = runsOf(pages).flatMap((run) =>
          Array.from({ length: run.pages }, (_, index) => run.first + index),
        );
        expect(all).toEqual(pages.toSorted((one, other) => one - other));
      }),
    );
  });
});

describe("pagesToDrop", () => {
  it("keeps the wanted pages and the nearest of the rest", () => {
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

it("a page that was loading does not replace newer records", () => {
  const old = record("a", "2026-01-01T00:00:00.000Z");
  const changed = record("a", "2026-01-01T00:00:01.000Z");
  const other = record("b", "2026-01-01T00:00:00.000Z");
  expect(keepNewer([old, other], [changed])).toEqual([changed, other]);
  expect(keepNewer([changed], [old])).toEqual([changed]);
  expect(keepNewer([old])).toEqual([old]);
});

it("replaces records in their page and returns other pages unchanged", () => {
  const page = [record("a", "1"), record("b", "1")];
  const changed = (id: string) => new Map([[id, record(id, "2")]]);
  expect(withRecords(page, changed("b"))).toEqual([record("a", "1"), record("b", "2")]);
  expect(withRecords(page, changed("c"))).toBe(page);
});

describe("changed cells", () => {
  const page = [{ ...record("r1", "5"), data: { f1: "A", f2: 1 } }, record("r2", "")];
  const becoming = (id: string, cells: Record["data"], at = "6") => new Map([[id, { at, cells }]]);

  it("are applied to their records, for fields that the page has", () => {
    const changed = withCells(page, becoming("r1", { f1: "B", hidden: true }));
    expect(changed.map(({ data }) => data)).toEqual([{ f1: "B", f2: 1 }, {}]);
    expect(changed[1]).toBe(page[1]);
  });

  it("leave a page unchanged that has none of them or a newer version of their record", () => {
    expect(withCells(page, becoming("r3", { f1: "B" }))).toBe(page);
    expect(withCells(page, becoming("r2", { f1: "B" }))).toBe(page);
    expect(withCells(page, becoming("r1", { f1: "B" }, "4"))).toBe(page);
  });
});
