import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "@/lib/contract/changes";
import { authorOf, conflictText } from "./conflict-text";

const ada = { kind: "key", id: "1", name: "Ada’s program" } as const;
const bob = { kind: "session", id: "2", name: null } as const;

describe("what a conflict is about", () => {
  it("is said with both values and who was first", () => {
    const sides = { theirs: "Open", mine: "Shut" };
    expect(conflictText(ada, sides)).toBe(
      "Ada’s program changed this to “Open” while you were typing “Shut”",
    );
    expect(conflictText(bob, sides)).toBe("Someone changed this to “Open” while you were typing “Shut”");
    expect(conflictText(undefined, sides)).toBe(
      "Someone changed this to “Open” while you were typing “Shut”",
    );
  });

  it("says what was emptied", () => {
    expect(conflictText(ada, { theirs: "", mine: "Shut" })).toBe(
      "Ada’s program cleared this while you were typing “Shut”",
    );
    expect(conflictText(ada, { theirs: "Open", mine: "" })).toBe(
      "Ada’s program changed this to “Open” while you were clearing it",
    );
  });

  it("cuts what is long, between characters", () => {
    const text = conflictText(ada, { theirs: "🦊".repeat(200), mine: "x" });
    expect(text).toContain(`“${"🦊".repeat(80)}…”`);
  });
});

it("the newest change of the field tells who made it", () => {
  const entry = (actor: HistoryEntry["actor"], ...fieldIds: string[]): HistoryEntry => ({
    changeSetId: "",
    at: "",
    source: "ui",
    actor,
    changes: fieldIds.map((fieldId) => ({ fieldId, before: null, after: 1 })),
  });
  const history = [entry(bob, "f2"), entry(ada, "f1", "f2"), entry(bob, "f1")];
  expect(authorOf(history, "f1")).toEqual(ada);
  expect(authorOf(history, "f2")).toEqual(bob);
  expect(authorOf(history, "f3")).toBeUndefined();
});
