import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  countWaiting,
  type Edit,
  type Edits,
  failed,
  failureOf,
  forgiven,
  made,
  noEdits,
  postponed,
  refused,
  sendable,
  sending,
  settled,
  shownValue,
} from "./edits";

function editOf(id: number, cell = "r1.f1", value: unknown = `value ${id}`): Edit {
  const [recordId, fieldId] = cell.split(".") as [string, string];
  return { id, recordId, fieldId, value, draft: String(value) };
}

function shown(edits: Edits, cell = "r1.f1"): unknown {
  const [recordId, fieldId] = cell.split(".") as [string, string];
  return shownValue(edits.records.get(recordId), fieldId, "answered");
}

const first = editOf(1);
const second = editOf(2);

describe("a cell shows", () => {
  it("what the server answered, while nothing is edited", () => {
    expect(shown(noEdits)).toBe("answered");
  });

  it("its last edit at once, an emptied cell too", () => {
    expect(shown(made(noEdits, first))).toBe("value 1");
    expect(shown(made(made(noEdits, first), second))).toBe("value 2");
    expect(shown(made(noEdits, editOf(1, "r1.f1", null)))).toBe(null);
    expect(shown(made(noEdits, first), "r1.f2")).toBe("answered");
  });

  it("what the server answered, once the edit is settled", () => {
    const edits = settled(sending(made(noEdits, first), first), first);
    expect(shown(edits)).toBe("answered");
    expect(edits).toEqual(noEdits);
  });
});

describe("edits are sent", () => {
  it("one at a time for each record, in their order", () => {
    const other = editOf(3, "r2.f1");
    const edits = [first, second, other].reduce(made, noEdits);
    expect(sendable(edits)).toEqual([first, other]);
    const underWay = sending(edits, first);
    expect(sendable(underWay)).toEqual([other]);
    expect(sendable(settled(underWay, first))).toEqual([second, other]);
  });

  it("of not too many records at once", () => {
    const edits = Array.from({ length: 50 }, (_, index) => editOf(index, `r${index}.f1`)).reduce(
      made,
      noEdits,
    );
    expect(sendable(edits)).toHaveLength(4);
    expect(sendable(sending(edits, editOf(0, "r0.f1")))).toHaveLength(3);
  });

  it("again, after no server was found", () => {
    const edits = postponed(sending(made(noEdits, first), first), first);
    expect(edits.isUnreachable).toBe(true);
    expect(countWaiting(edits)).toBe(1);
    expect(sendable(edits)).toEqual([first]);
    expect(settled(sending(edits, first), first)).toEqual(noEdits);
  });
});

describe("a refusal", () => {
  it("brings the old value back and marks the cell with its reason and what was typed", () => {
    const edits = refused(sending(made(noEdits, first), first), first, "No");
    expect(shown(edits)).toBe("answered");
    expect(failureOf(edits.records.get("r1"), "f1")).toEqual({ reason: "No", draft: "value 1" });
    expect(failureOf(edits.records.get("r1"), "f2")).toBeUndefined();
    expect(countWaiting(edits)).toBe(0);
  });

  it("leaves no mark where a later edit of the cell is waiting", () => {
    const edits = refused(made(made(noEdits, first), second), first, "No");
    expect(shown(edits)).toBe("value 2");
    expect(failureOf(edits.records.get("r1"), "f1")).toBeUndefined();
  });

  it("is forgotten with the next edit of the cell, and no other", () => {
    const edits = failed(noEdits, first, { reason: "No", draft: "x" });
    expect(failureOf(made(edits, editOf(2, "r1.f2")).records.get("r1"), "f1")).toBeDefined();
    expect(failureOf(made(edits, second).records.get("r1"), "f1")).toBeUndefined();
    expect(forgiven(edits, first)).toEqual(noEdits);
    expect(forgiven(noEdits, first)).toBe(noEdits);
  });

  it("is of the cell, not of what objects inherit", () => {
    expect(
      failureOf(failed(noEdits, first, { reason: "No", draft: "" }).records.get("r1"), "toString"),
    ).toBeUndefined();
  });
});

it("an edit of one record leaves the entries of the others untouched, so that their rows are not drawn again", () => {
  const edits = made(noEdits, editOf(1, "r1.f1"));
  expect(made(edits, editOf(2, "r2.f1")).records.get("r1")).toBe(edits.records.get("r1"));
});

it("whatever happens, a cell shows its last edit that is not settled, or else the answer", () => {
  const event = fc.record({
    kind: fc.constantFrom("make", "send", "settle", "refuse", "postpone"),
    cell: fc.nat(3),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      let edits = noEdits;
      const waiting: Edit[] = [];
      events.forEach(({ kind, cell }, id) => {
        const [next] = sendable(edits);
        if (kind === "make") {
          const edit = editOf(id, `r${cell % 2}.f${cell >> 1}`);
          waiting.push(edit);
          edits = made(edits, edit);
        } else if (next) {
          edits = sending(edits, next);
          if (kind === "settle") edits = settled(edits, next);
          if (kind === "refuse") edits = refused(edits, next, "No");
          if (kind === "send" || kind === "postpone") edits = postponed(edits, next);
          else waiting.splice(waiting.indexOf(next), 1);
        }
      });
      expect(countWaiting(edits)).toBe(waiting.length);
      for (const name of ["r0.f0", "r0.f1", "r1.f0", "r1.f1"]) {
        const last = waiting.findLast((edit) => `${edit.recordId}.${edit.fieldId}` === name);
        expect(shown(edits, name)).toBe(last ? last.value : "answered");
      }
    }),
  );
});
