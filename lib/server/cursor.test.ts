import fc from "fast-check";
import { expect, test } from "vitest";
import { cursorAfter, type Listing, readCursor } from "./cursor";
import { Prisma } from "./db";
import { byId, type SortKey } from "./sort-sql";

const byName: SortKey = {
  id: "fAbcdefghij",
  direction: "asc",
  by: Prisma.sql`"name"`,
  type: "text",
  isNullable: true,
};
const listing: Listing = { identity: ["tAbcdefghij", null], keys: [byName, byId] };
const id = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";

test("a cursor reads back to where it stands", () => {
  fc.assert(
    fc.property(fc.option(fc.string({ unit: "binary" })), (name) => {
      expect(readCursor(listing, cursorAfter(listing, [name, id]))).toEqual([name, id]);
    }),
  );
});

test("a cursor is of one list only", () => {
  const cursor = cursorAfter(listing, ["Ada", id]);
  const others: Listing[] = [
    { ...listing, identity: ["tAbcdefghik", null] },
    { ...listing, keys: [{ ...byName, direction: "desc" }, byId] },
    { ...listing, keys: [{ ...byName, id: "fAbcdefghik" }, byId] },
    { ...listing, keys: [byId] },
  ];
  for (const other of others) expect(() => readCursor(other, cursor)).toThrow(/cursor takes the nextCursor/);
});

test("what is not a cursor is refused, whatever it is", () => {
  const cursor = cursorAfter(listing, ["Ada", id]);
  const garbage = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.json().map((json) => Buffer.from(json).toString("base64url")),
    // One character of a good one is another.
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
