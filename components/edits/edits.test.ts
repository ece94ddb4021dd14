import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Record } from "@/lib/contract/records";
import {
  byRecord,
  conflicted,
  countWaiting,
  type Edit,
  type Edits,
  failed,
  failureCleared,
  failureOf,
  made,
  noEdits,
  openConflicts,
  postponed,
  refused,
  sendable,
  sending,
  settled,
  shownValue,
  type Write,
} from "./edits";

/** Creates a write of cells, each named `record.field`. Its values name the write. */
function writeOf(id: number, ...cells: string[]): Write {
  const edits = (cells.length > 0 ? cells : ["r1.f1"]).map((cell): Edit => {
    const [recordId, fieldId] = cell.split(".") as [string, string];
    return { recordId, fieldId, value: `value ${id}`, draft: `draft ${id}` };
  });
  return { id, key: `key ${id}`, edits };
}

function shown(edits: Edits, cell = "r1.f1"): unknown {
  const [recordId, fieldId] = cell.split(".") as [string, string];
  return shownValue(edits.records.get(recordId), fieldId, "answered");
}

function refusedWhole(edits: Edits, write: Write, reason = "No"): Edits {
  return refused(edits, write, new Map(write.edits.map((edit) => [edit, reason])));
}

function idsOf(writes: readonly Write[]): number[] {
  return writes.map(({ id }) => id);
}

const first = writeOf(1);
const second = writeOf(2);

describe("a cell shows", () => {
  it("the server's value while there are no edits", () => {
    expect(shown(noEdits)).toBe("answered");
  });

  it("its last edit at once, also when cleared", () => {
    expect(shown(made(noEdits, first))).toBe("value 1");
    expect(shown(made(made(noEdits, first), second))).toBe("value 2");
    const emptied = { id: 1, key: "k", edits: [{ recordId: "r1", fieldId: "f1", value: null, draft: "" }] };
    expect(shown(made(noEdits, emptied))).toBe(null);
    expect(shown(made(noEdits, first), "r1.f2")).toBe("answered");
  });

  it("the server's value once the edit is settled", () => {
    const edits = settled(sending(made(noEdits, first), first), first);
    expect(shown(edits)).toBe("answered");
    expect(edits).toEqual(noEdits);
  });
});

describe("writes are sent", () => {
  it("one at a time for each record, in order", () => {
    const other = writeOf(3, "r2.f1");
    const edits = [first, second, other].reduce(made, noEdits);
    expect(idsOf(sendable(edits))).toEqual([1, 3]);
    const underWay = sending(edits, first);
    expect(idsOf(sendable(underWay))).toEqual([3]);
    expect(idsOf(sendable(settled(underWay, first)))).toEqual([2, 3]);
  });

  it("for several records once first in line for all", () => {
    const both = writeOf(2, "r1.f2", "r2.f1");
    const later = writeOf(3, "r2.f1");
    const edits = [first, both, later].reduce(made, noEdits);
    expect(idsOf(sendable(edits))).toEqual([1]);
    const free = settled(edits, first);
    expect(idsOf(sendable(free))).toEqual([2]);
    expect(idsOf(sendable(settled(free, both)))).toEqual([3]);
  });

  it("a limited number at once", () => {
    const writes = Array.from({ length: 50 }, (_, index) => writeOf(index, `r${index}.f1`));
    const edits = writes.reduce(made, noEdits);
    expect(sendable(edits)).toHaveLength(4);
    expect(sendable(sending(edits, writes[0] as Write))).toHaveLength(3);
  });

  it("again after the server was unreachable", () => {
    const edits = postponed(sending(made(noEdits, first), first), first, { isSignedOut: false });
    expect(edits.isUnreachable).toBe(true);
    expect(countWaiting(edits)).toBe(1);
    expect(idsOf(sendable(edits))).toEqual([1]);
    expect(settled(sending(edits, first), first)).toEqual(noEdits);
  });
});

describe("a refusal", () => {
  it("restores the old value and marks the cell with the reason and the typed text", () => {
    const edits = refusedWhole(sending(made(noEdits, first), first), first);
    expect(shown(edits)).toBe("answered");
    expect(failureOf(edits.records.get("r1"), "f1")).toEqual({ reason: "No", draft: "draft 1" });
    expect(failureOf(edits.records.get("r1"), "f2")).toBeUndefined();
    expect(countWaiting(edits)).toBe(0);
  });

  it("of some edits leaves the others in line before later writes", () => {
    const write = writeOf(1, "r1.f1", "r1.f2", "r2.f1");
    const [bad] = write.edits as [Edit];
    const edits = refused(
      made(sending(made(noEdits, write), write), writeOf(2, "r1.f2")),
      write,
      new Map([[bad, "No"]]),
    );
    expect(failureOf(edits.records.get("r1"), "f1")).toEqual({ reason: "No", draft: "draft 1" });
    expect(shown(edits, "r1.f1")).toBe("answered");
    expect(shown(edits, "r2.f1")).toBe("value 1");
    expect(sendable(edits).map(({ edits: rest }) => rest)).toEqual([write.edits.slice(1)]);
  });

  it("leaves no mark if a later edit of the cell is waiting", () => {
    const edits = refusedWhole(made(made(noEdits, first), second), first);
    expect(shown(edits)).toBe("value 2");
    expect(failureOf(edits.records.get("r1"), "f1")).toBeUndefined();
  });

  it("is cleared by the next edit of the cell, and by no other", () => {
    const cell = { recordId: "r1", fieldId: "f1" };
    const edits = failed(noEdits, cell, { reason: "No", draft: "x" });
    expect(failureOf(made(edits, writeOf(2, "r1.f2")).records.get("r1"), "f1")).toBeDefined();
    expect(failureOf(made(edits, second).records.get("r1"), "f1")).toBeUndefined();
    expect(failureCleared(edits, cell)).toEqual(noEdits);
    expect(failureCleared(noEdits, cell)).toBe(noEdits);
  });

  it("ignores inherited property names", () => {
    const cell = { recordId: "r1", fieldId: "f1" };
    const edits = failed(noEdits, cell, { reason: "No", draft: "" });
    expect(failureOf(edits.records.get("r1"), "toString")).toBeUndefined();
  });
});

it("an edit of one record keeps the entries of others, so that their rows do not render again", () => {
  const edits = made(noEdits, writeOf(1, "r1.f1"));
  expect(made(edits, writeOf(2, "r2.f1")).records.get("r1")).toBe(edits.records.get("r1"));
});

it("groups edits by record in order of first appearance", () => {
  const { edits } = writeOf(1, "r2.f1", "r1.f1", "r2.f2");
  expect([...byRecord(edits)]).toEqual([
    ["r2", [edits[0], edits[2]]],
    ["r1", [edits[1]]],
  ]);
});

it("whatever happens, a cell shows its last unsettled edit, or else the server's value", () => {
  const names = ["r0.f0", "r0.f1", "r1.f0", "r1.f1"];
  const event = fc.record({
    kind: fc.constantFrom("make", "settle", "refuse", "refuse one", "postpone"),
    cells: fc.subarray(names, { minLength: 1 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      let edits = noEdits;
      let waiting: { write: number; name: string }[] = [];
      const without = (write: number, gone: readonly Edit[]) =>
        waiting.filter(
          (each) =>
            each.write !== write || !gone.some((edit) => `${edit.recordId}.${edit.fieldId}` === each.name),
        );
      events.forEach(({ kind, cells }, id) => {
        if (kind === "make") {
          waiting.push(...cells.map((name) => ({ write: id, name })));
          edits = made(edits, writeOf(id, ...cells));
          return;
        }
        const [next] = sendable(edits);
        if (!next) return;
        edits = sending(edits, next);
        if (kind === "postpone") edits = postponed(edits, next, { isSignedOut: false });
        if (kind === "settle") edits = settled(edits, next);
        const gone = kind === "postpone" ? [] : kind === "refuse one" ? next.edits.slice(0, 1) : next.edits;
        if (kind === "refuse" || kind === "refuse one") {
          edits = refused(edits, next, new Map(gone.map((edit) => [edit, "No"])));
        }
        waiting = without(next.id, gone);
      });
      expect(countWaiting(edits)).toBe(waiting.length);
      for (const name of names) {
        const last = waiting.findLast((each) => each.name === name);
        expect(shown(edits, name)).toBe(last ? `value ${last.write}` : "answered");
      }
      // There is no deadlock: while anything waits, something can be sent.
      expect(sendable(edits).length > 0).toBe(waiting.length > 0);
    }),
  );
});

describe("a conflict", () => {
  const write = writeOf(1, "r1.f1", "r1.f2");
  const [mine] = write.edits as [Edit];
  const record: Record = { id: "r1", data: { f1: "theirs" }, fields: {}, createdAt: "", updatedAt: "" };
  const edits = conflicted(sending(made(noEdits, write), write), write, {
    record,
    reasons: new Map([[mine, "Ada was first"]]),
  });

  it("shows the other value, marked, and keeps the typed text", () => {
    expect(shown(edits)).toBe("answered");
    expect(failureOf(edits.records.get("r1"), "f1")).toEqual({
      reason: "Ada was first",
      draft: "draft 1",
      conflict: { mine, record },
    });
    expect(openConflicts(edits)).toEqual([{ mine, record, reason: "Ada was first" }]);
  });

  it("leaves the rest of its write in line", () => {
    expect(shown(edits, "r1.f2")).toBe("value 1");
    expect(sendable(edits)).toMatchObject([{ id: 1, edits: [{ fieldId: "f2" }] }]);
  });

  it("ends with the next edit of the cell, or when discarded", () => {
    expect(openConflicts(made(edits, second))).toEqual([]);
    expect(openConflicts(failureCleared(edits, mine))).toEqual([]);
  });

  it("is not reported if a later edit of the cell waits, which is compared itself", () => {
    const both = made(made(noEdits, first), second);
    const [one] = first.edits as [Edit];
    const after = conflicted(both, first, { record, reasons: new Map([[one, "Ada was first"]]) });
    expect(openConflicts(after)).toEqual([]);
    expect(shown(after)).toBe("value 2");
  });
});
