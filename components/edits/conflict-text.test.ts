import { describe, expect, it } from "vitest";
import type { HistoryEntry } from "@/lib/contract/changes";
import { authorOf, conflictText } from "./conflict-text";

const ada = { kind: "key", id: "1", name: "Ada’s program", person: null } as const;
const bob = { kind: "session", id: "2", name: null, person: null } as const;

describe("conflictText", () => {
  it("names both values and the other person", () => {
    const sides = { theirs: "Open", mine: "Shut" };
    expect(conflictText(ada, sides)).toBe(
      "Ada’s program changed this to “Open” while you were typing “Shut”",
    );
    const grace = { ...ada, person: { id: "3", name: "Grace" } };
    expect(conflictText(grace, sides)).toBe("Grace changed this to “Open” while you were typing “Shut”");
    const unnamed = { ...ada, person: { id: "3", name: null } };
    expect(conflictText(unnamed, sides)).toBe(conflictText(ada, sides));
    expect(conflictText(bob, sides)).toBe("Someone changed this to “Open” while you were typing “Shut”");
    expect(conflictText(undefined, sides)).toBe(
      "Someone changed this to “Open” while you were typing “Shut”",
    );
  });

  it("says which value was cleared", () => {
    expect(conflictText(ada, { theirs: "", mine: "Shut" })).toBe(
      "Ada’s program cleared this while you were typing “Shut”",
    );
    expect(conflictText(ada, { theirs: "Open", mine: "" })).toBe(
      "Ada’s program changed this to “Open” while you were clearing it",
    );
  });

  it("shortens long values between characters", () => {
    const text = conflictText(ada, { theirs: "🦊".repeat(200), mine: "x" });
    expect(text).toContain(`“${"🦊".repeat(80)}…”`);
  });
});

it("takes the author from the newest change of the field", () => {
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
