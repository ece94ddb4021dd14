import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compactRecords, type GivenRecord } from "./compact-records";
import { cutText, cutValue, firstFitting, sizeOf, withinBytes } from "./fit";

function record(n: number, fields: GivenRecord["fields"]): GivenRecord {
  return { id: `r${n}`, ...(fields && { fields }) };
}

describe("records", () => {
  test("are given by names, without empty cells", () => {
    const { part, count } = compactRecords(
      [record(1, { Name: "Ada", Note: "", Tags: [], Day: null, Done: false, Count: 0 })],
      { bytes: 1_000 },
    );
    expect(part).toEqual({ records: [{ id: "r1", fields: { Name: "Ada", Done: false, Count: 0 } }] });
    expect(count).toBe(1);
  });

  test("have the code of an error in place of a value", () => {
    const given = [{ ...record(1, { Ratio: null }), errors: { f1: "DIV0" } }];
    const { part } = compactRecords(given, { bytes: 1_000, nameOf: () => "Ratio" });
    expect(part).toEqual({ records: [{ id: "r1", fields: { Ratio: { error: "DIV0" } } }] });
  });

  test("have only ids for callers that may not read", () => {
    expect(compactRecords([record(1, undefined)], { bytes: 1_000 }).part).toEqual({
      records: [{ id: "r1" }],
    });
  });

  test("are a table above 20, with the columns that any of them fills", () => {
    const given = Array.from({ length: 21 }, (_, n) =>
      record(n, { Name: `N${n}`, Note: n === 3 ? "x" : null, No: "" }),
    );
    const { part } = compactRecords(given, { bytes: 10_000 });
    expect(part).toMatchObject({ columns: ["id", "Name", "Note"] });
    expect("rows" in part && part.rows[3]).toEqual(["r3", "N3", "x"]);
    expect("rows" in part && part.rows[20]).toEqual(["r20", "N20", null]);
  });

  test("fit into the bytes, whatever they hold, or a single one is cut", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary", maxLength: 3_000 }),
      fc.array(fc.string(), { maxLength: 200 }),
      fc.record({ url: fc.webUrl() }),
      fc.double({ noNaN: true }),
      fc.constant(null),
    );
    const fields = fc.dictionary(fc.string({ minLength: 1, maxLength: 300 }), value, { maxKeys: 40 });
    fc.assert(
      fc.property(fc.array(fields, { minLength: 1, maxLength: 40 }), (all) => {
        const given = all.map((each, n) => record(n, each));
        const { part, count } = compactRecords(given, { bytes: 5_000 });
        expect(count).toBeGreaterThan(0);
        const { note = "", ...records } = part;
        expect(sizeOf(records)).toBeLessThanOrEqual(5_100);
        expect(note.length).toBeLessThan(4_000);
        expect(count === 1 || note === "").toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test("the largest cells are cut, and the note names them", () => {
    const given = [
      record(1, { Name: "Ada", Notes: "x".repeat(9_000), Links: Array(900).fill("https://a.b"), No: 1 }),
    ];
    const { part } = compactRecords(given, { bytes: 5_000 });
    expect(part.note).toBe(
      'This record is too large for one answer. Cells that end with … are cut: "Notes", "Links".',
    );
    const [{ fields = {} } = {}] = "records" in part ? part.records : [];
    expect(fields).toMatchObject({ Name: "Ada", No: 1 });
    expect(fields.Notes).toMatch(/^x{2000,}…$/);
    expect((fields.Links as string[]).at(-1)).toBe("…");
    expect(sizeOf(fields)).toBeGreaterThan(4_500);
  });

  test("last fields are left out where names alone are too large", () => {
    const names = Array.from({ length: 500 }, (_, n) => [`${n} ${"n".repeat(200)}`, "value"] as const);
    const { part } = compactRecords([record(1, Object.fromEntries(names))], { bytes: 5_000 });
    expect(part.note).toMatch(/^Its last 4\d\d fields are left out\.$/);
  });
});

describe("cutting", () => {
  test("keeps whole characters and the bytes", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 500 }),
        fc.integer({ min: 10, max: 400 }),
        (text, bytes) => {
          const cut = cutText(text, bytes);
          expect(sizeOf(cut)).toBeLessThanOrEqual(bytes);
          expect(cut === text || cut.isWellFormed()).toBe(true);
          expect(sizeOf(cutValue([text, text], bytes))).toBeLessThanOrEqual(bytes);
        },
      ),
    );
    expect(cutText("🎉🎉🎉", 11)).toBe("🎉…");
  });

  test("leaves what fits", () => {
    expect(cutValue({ a: 1 }, 7)).toEqual({ a: 1 });
    expect(firstFitting(["a", "b", "c"], 8)).toEqual(["a", "b"]);
    expect(firstFitting(["abcdefgh"], 8)).toEqual([]);
  });

  test("leaves out the largest parts of a content", () => {
    const content = { table: "T", rows: Array(100).fill("row"), total: 100, note: "x".repeat(300) };
    expect(withinBytes(content, 2_000)).toBe(content);
    const note = expect.stringContaining("too large");
    expect(withinBytes(content, 400)).toEqual({ table: "T", total: 100, note });
  });
});
