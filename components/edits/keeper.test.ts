import { expect, it } from "vitest";
import { conflicted, type Edit, failureCleared, made, noEdits, refused, settled } from "./edits";
import { createKeeper } from "./keeper";

const edit = (fieldId: string): Edit => ({ recordId: "r1", fieldId, value: fieldId, draft: fieldId });

function makeKeeper() {
  const kept = new Map<string, string[]>();
  const order = new Map<string, number>();
  let keys = 0;
  const keep = createKeeper({
    keep({ key, edits }, at) {
      kept.set(
        key,
        edits.map(({ fieldId }) => fieldId),
      );
      order.set(key, at);
    },
    forget: (key) => void kept.delete(key),
    newKey: () => `minted ${++keys}`,
    now: () => 1,
  });
  return { kept, keep, order };
}

it("keeps waiting writes until they are saved, and only the rest of a refused one", () => {
  const { kept, keep } = makeKeeper();
  const [one, two] = [edit("one"), edit("two")];
  const write = { id: 1, key: "k1", edits: [one, two] };
  const waiting = made(noEdits, write);
  keep(waiting);
  expect([...kept]).toEqual([["k1", ["one", "two"]]]);
  const rest = refused(waiting, write, new Map([[one, "No"]]));
  keep(rest);
  expect([...kept]).toEqual([["k1", ["two"]]]);
  keep(settled(rest, write));
  expect(kept.size).toBe(0);
});

it("keeps a conflict until it is resolved", () => {
  const { kept, keep } = makeKeeper();
  const mine = edit("one");
  const write = { id: 1, key: "k1", edits: [mine] };
  const record = { id: "r1", data: {}, fields: {}, createdAt: "", updatedAt: "" };
  const open = conflicted(made(noEdits, write), write, { record, reasons: new Map([[mine, "theirs"]]) });
  keep(open);
  keep({ ...open });
  expect([...kept]).toEqual([["minted 1", ["one"]]]);
  keep(failureCleared(open, mine));
  expect(kept.size).toBe(0);
});

it("keeps the order of writes, even within one millisecond and when kept again", () => {
  const { keep, order } = makeKeeper();
  const first = { id: 1, key: "k1", edits: [edit("one"), edit("two")] };
  const second = { id: 2, key: "k2", edits: [edit("one")] };
  const waiting = made(made(noEdits, first), second);
  keep(waiting);
  keep(refused(waiting, first, new Map([[first.edits[1] as Edit, "No"]])));
  expect([...order]).toEqual([
    ["k1", 1],
    ["k2", 2],
  ]);
});
