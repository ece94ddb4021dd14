import { expect, it } from "vitest";
import { findGone, neighbourOf, noteRemoval, noteTables, tablePath } from "./known-tables";

const [a, b, c] = ["a", "b", "c"].map((id) => ({ id, name: id.toUpperCase() })) as [Table, Table, Table];
type Table = { id: string; name: string };

it("finds the next table, or else the previous one, or none", () => {
  const of = (id: string, current: Table[]) => neighbourOf(id, { among: [a, b, c], current })?.id;
  expect(of("b", [a, c])).toBe("c");
  expect(of("c", [a, b])).toBe("b");
  expect(of("b", [a])).toBe("a");
  expect(of("b", [])).toBeUndefined();
  // The current list may not reflect the deletion yet.
  expect(of("b", [a, b, c])).toBe("c");
});

it("knows only tables seen in this tab, and which were removed here", () => {
  noteTables("d", [a, b]);
  noteTables("d", [a]);
  expect(findGone("d", "b")).toEqual({ name: "B", exists: false, isRemovedHere: false, neighbour: a });
  noteRemoval("b");
  expect(findGone("d", "b")?.isRemovedHere).toBe(true);
  noteTables("d", [a, b]);
  noteTables("d", [a]);
  expect(findGone("d", "b")?.isRemovedHere).toBe(false);
  expect([findGone("d", "x"), findGone("e", "b")]).toEqual([undefined, undefined]);
});

it("leads to the database if no table is left", () => {
  expect([tablePath("d", a), tablePath("d", undefined)]).toEqual(["/database/d/a", "/database/d"]);
});
