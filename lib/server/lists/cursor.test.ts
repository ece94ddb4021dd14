import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findHostile } from "../../contract/plain-json";
import { Prisma } from "../db";
import { cursorAfter, type Listing, readCursor } from "./cursor";
import type { SortType } from "./field-sql";
import { byId, type SortKey } from "./sort-sql";

const byName: SortKey = {
  id: "fAbcdefghij",
  direction: "asc",
  by: Prisma.sql`"name"`,
  type: "text",
  isNullable: true,
};
const listing: Listing = { identity: ["tAbcdefghij", null], keys: [byName, byId] };
/** A value as stored in cells. */
const text = fc.string({ unit: "binary" }).filter((each) => findHostile(each) === undefined);
const id = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";

test("a cursor reads back to its keyset position", () => {
  fc.assert(
    fc.property(fc.option(text), (name) => {
      expect(readCursor(listing, cursorAfter(listing, [name, id]))).toEqual([name, id]);
    }),
  );
});

test("a cursor of long texts is short, and earlier ones with full texts stay valid", () => {
  const long = `Ada ${"x".repeat(100_000)}`;
  const cursor = cursorAfter(listing, [long, id]);
  expect(cursor.length).toBeLessThan(300);
  expect(readCursor(listing, cursor)).toEqual([
    [long.slice(0, 60), expect.stringMatching(/^[\w-]{22}$/)],
    id,
  ]);
  const earlier = Buffer.from(JSON.stringify([sealOf([long, id]), long, id])).toString("base64url");
  expect(readCursor(listing, earlier)).toEqual([long, id]);
});

/** The checksum of earlier versions. */
function sealOf(keyset: readonly string[]): string {
  const order = listing.keys.map((key) => [key.id, key.direction]);
  const text = JSON.stringify([listing.identity, order, keyset]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

test("only texts are shortened", () => {
  const shortened = [["Ada", "x".repeat(22)], id];
  const written = (type: SortType) => {
    const typed: Listing = { identity: null, keys: [{ ...byName, type }, byId] };
    const order = typed.keys.map((key) => [key.id, key.direction]);
    const sealed = createHash("sha256")
      .update(JSON.stringify([null, order, shortened]))
      .digest("base64url");
    const cursor = Buffer.from(JSON.stringify([sealed.slice(0, 22), ...shortened])).toString("base64url");
    return () => readCursor(typed, cursor);
  };
  expect(written("text")()).toEqual(shortened);
  for (const type of ["numeric", "boolean", "timestamptz"] as const) {
    expect(written(type)).toThrow(/cursor takes the nextCursor/);
  }
});

test("the beginning of a text ends neither within a character nor where it would sort after the whole", () => {
  const beginning = (text: string) => {
    const [first] = readCursor(listing, cursorAfter(listing, [text, id]));
    return Array.isArray(first) ? first[0] : undefined;
  };
  expect(beginning("🙂".repeat(100))).toBe("🙂".repeat(60));
  expect(beginning(`${"a".repeat(59)}e\u0301${"b".repeat(100)}`)).toBe("a".repeat(59));
  expect(beginning(`${"a".repeat(59)}เก${"b".repeat(100)}`)).toBe("a".repeat(59));
});

test.each<[type: SortType, good: string[], forged: string[]]>([
  ["text", ["", "a", "🙂"], ["a\0", "\ud800"]],
  [
    "numeric",
    ["0", "-12.5", "1".repeat(309), `0.${"0".repeat(340)}5`],
    ["1".repeat(200_000), "1.", "1e5", "NaN", " 1"],
  ],
  ["integer", ["0", "12"], ["-1", "9999999999", ""]],
  ["boolean", ["true", "false"], ["1", "TRUE"]],
  [
    "timestamptz",
    ["2026-01-31 09:30:00+00", "2024-02-29 23:59:59.999+00", "0001-01-01 00:00:00.5+00"],
    [
      "9999-99-99 99:99:99+00",
      "2026-02-30 00:00:00+00",
      "2026-01-31 24:00:00+00",
      "2026-01-31 23:59:60+00",
      "0000-01-01 00:00:00+00",
      "2026-01-31 09:30:00+01",
    ],
  ],
  ["uuid", [id], [id.toUpperCase(), "1", `${id}0`]],
])("a cursor of %s accepts only what PostgreSQL can parse", (type, good, forged) => {
  const typed: Listing = { identity: null, keys: [{ ...byName, type }, byId] };
  for (const each of good) expect(readCursor(typed, cursorAfter(typed, [each, id]))).toEqual([each, id]);
  for (const each of forged) {
    expect(() => readCursor(typed, cursorAfter(typed, [each, id])), each).toThrow(
      /cursor takes the nextCursor/,
    );
  }
});

test("a cursor is valid for one list only", () => {
  const cursor = cursorAfter(listing, ["Ada", id]);
  const others: Listing[] = [
    { ...listing, identity: ["tAbcdefghik", null] },
    { ...listing, keys: [{ ...byName, direction: "desc" }, byId] },
    { ...listing, keys: [{ ...byName, id: "fAbcdefghik" }, byId] },
    { ...listing, keys: [byId] },
  ];
  for (const other of others) expect(() => readCursor(other, cursor)).toThrow(/cursor takes the nextCursor/);
});

test("anything that is not a cursor is refused", () => {
  const cursor = cursorAfter(listing, ["Ada", id]);
  const garbage = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString("base64url")),
    // A valid cursor with one character changed.
    fc
      .tuple(fc.nat(cursor.length - 1), fc.constantFrom("A", "b", "-", "="))
      .map(([at, character]) => cursor.slice(0, at) + character + cursor.slice(at + 1))
      .filter((changed) => changed !== cursor),
  );
  fc.assert(
    fc.property(garbage, (text) => {
      expect(() => readCursor(listing, text)).toThrow(/cursor takes the nextCursor/);
    }),
  );
});
