import { describe, expect, it } from "vitest";
import { recordFixture } from "@/components/record-card/rows/record-fixture";
import { countRows, loadedIn } from "@/components/record-card/rows/segments";
import { type BoardRows, type CardMove, placeOf, withMoves } from "./card-moves";

const board: BoardRows = new Map([
  ["open", [{ records: ["a", "b", "c"].map(recordFixture) }, { missing: { first: 3, end: 50 } }]],
  ["won", [{ records: ["x", "y"].map(recordFixture) }]],
  ["lost", []],
]);

function moved(...moves: CardMove[]) {
  const rows = withMoves(board, moves);
  return Object.fromEntries([...rows].map(([id, own]) => [id, loadedIn(own).map((record) => record.id)]));
}
const to = (stackId: string, row: number) => ({ stackId, row });
const records = (...ids: string[]) => ids.map(recordFixture);

describe("moves", () => {
  it("show cards after the record before them", () => {
    expect(moved({ records: records("b"), to: to("won", 0), after: "x" })).toMatchObject({
      open: ["a", "c"],
      won: ["x", "b", "y"],
    });
    expect(moved({ records: records("c"), to: to("open", 9), after: "a" }).open).toEqual(["a", "c", "b"]);
    expect(moved({ records: records("a", "y"), to: to("lost", 0), after: null })).toMatchObject({
      open: ["b", "c"],
      won: ["x"],
      lost: ["a", "y"],
    });
  });

  it("show cards in the row if the record before them is not shown", () => {
    expect(moved({ records: records("a"), to: to("won", 1), after: "gone" }).won).toEqual(["x", "a", "y"]);
    expect(moved({ records: records("a"), to: to("won", 9), after: undefined }).won).toEqual(["x", "y", "a"]);
  });

  it("build on each other", () => {
    const first = { records: records("a"), to: to("won", 0), after: null };
    const second = { records: records("b"), to: to("won", 1), after: "a" };
    expect(moved(first, second).won).toEqual(["a", "b", "x", "y"]);
  });

  it("keep the counts of rows that are not loaded", () => {
    const rows = withMoves(board, [{ records: records("a"), to: to("won", 0), after: null }]);
    expect([...rows.values()].map(countRows)).toEqual([49, 3, 0]);
  });

  it("of cards that the server has moved meanwhile show them once", () => {
    const rows = withMoves(board, [{ records: records("x"), to: to("won", 0), after: null }]);
    expect(loadedIn(rows.get("won") ?? []).map(({ id }) => id)).toEqual(["x", "y"]);
    expect(placeOf(rows, "y")).toEqual({ stackId: "won", row: 1 });
    expect(placeOf(rows, "none")).toBeUndefined();
  });

  it("to a stack that is gone show the cards nowhere", () => {
    expect(moved({ records: records("a"), to: to("gone", 0), after: null })).toMatchObject({
      open: ["b", "c"],
    });
  });
});
