import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Filter, filter, type Operator, operatorsOf } from "@/lib/contract/filters";
import {
  changeFilter,
  countConditions,
  type DraftGroup,
  type DraftPart,
  draftOf,
  type FilterAction,
  type FilterDraft,
  filterOf,
  isGroup,
  mayMove,
} from "./filter-draft";
import { formOf } from "./operators";
import type { Subject } from "./subjects";

const name: Subject = { id: "fName", name: "Name", kind: "text", type: "single_line_text" };
const size: Subject = { id: "fSize", name: "Size", kind: "number", type: "number" };
const stage: Subject = { id: "fStage", name: "Stage", kind: "option", type: "single_select" };
const phase: Subject = { id: "fPhase", name: "Phase", kind: "option", type: "single_select" };
const tags: Subject = { id: "fTags", name: "Tags", kind: "options", type: "multiple_select" };
const done: Subject = { id: "fDone", name: "Done", kind: "boolean", type: "checkbox" };
const due: Subject = { id: "fDue", name: "Due", kind: "date", type: "date" };
const subjects = [name, size, stage, phase, tags, done, due];

const nested = {
  and: [
    { field: "fName", contains: "a" },
    {
      or: [
        { field: "fSize", greater_than: 3 },
        { field: "fTags", in: ["Red"] },
      ],
    },
  ],
} satisfies Filter;

describe("a filter draft", () => {
  test("converts back to the same filter", () => {
    expect(filterOf(draftOf(nested))).toEqual(nested);
    expect(filterOf(draftOf(null))).toBeNull();
  });

  test("wraps a single condition in an equivalent group", () => {
    expect(filterOf(draftOf({ field: "fSize", equals: 3 }))).toEqual({
      and: [{ field: "fSize", equals: 3 }],
    });
  });

  test("has a unique key for each part", () => {
    const keys = keysOf(draftOf(nested).root);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe("editing a filter", () => {
  test("a condition applies once it has an operand", () => {
    let draft = change(draftOf(null), { do: "add", to: 0, subject: name });
    expect(filterOf(draft)).toBeNull();
    const { key } = partAt(draft, 0);
    draft = change(draft, { do: "compare", key, operand: "Ada" });
    expect(filterOf(draft)).toEqual({ and: [{ field: "fName", contains: "Ada" }] });
    draft = change(draft, { do: "compare", key, operand: undefined });
    expect(filterOf(draft)).toBeNull();
  });

  test("a checkbox and an operator without operand apply at once", () => {
    const ticked = change(draftOf(null), { do: "add", to: 0, subject: done });
    expect(filterOf(ticked)).toEqual({ and: [{ field: "fDone", equals: true }] });
    let draft = change(draftOf(null), { do: "add", to: 0, subject: name });
    const { key } = partAt(draft, 0);
    draft = change(draft, { do: "ask", key, subject: name, operator: "is_empty" });
    expect(filterOf(draft)).toEqual({ and: [{ field: "fName", is_empty: true }] });
    draft = change(draft, { do: "ask", key, subject: name, operator: "equals" });
    expect(filterOf(draft)).toBeNull();
  });

  test("a nested group starts with the other conjunction", () => {
    let draft = change(draftOf(nested), { do: "nest", to: 1, subject: done });
    expect(filterOf(draft)).toEqual({ and: [...nested.and, { or: [{ field: "fDone", equals: true }] }] });
    draft = change(draft, { do: "join", key: partAt(draft, 2).key, join: "and" });
    expect(filterOf(draft)).toEqual({ and: [...nested.and, { and: [{ field: "fDone", equals: true }] }] });
  });

  test("removing the last condition removes its group, except the outermost", () => {
    let draft = draftOf(nested);
    const group = partAt(draft, 1);
    for (const part of isGroup(group) ? group.parts : [])
      draft = change(draft, { do: "remove", key: part.key });
    expect(filterOf(draft)).toEqual({ and: [{ field: "fName", contains: "a" }] });
    draft = change(draft, { do: "remove", key: partAt(draft, 0).key });
    expect(draft.root.parts).toEqual([]);
  });

  test("a part moves within its group, into another and out of it", () => {
    const [first, group] = [partAt(draftOf(nested), 0), partAt(draftOf(nested), 1) as DraftGroup];
    const [inner] = group.parts as [DraftPart];
    const move = (key: number, to: number, index: number, filter: Filter = nested) =>
      filterOf(change(draftOf(filter), { do: "move", key, to, index }));
    const [name, { or: both }] = [nested.and[0], nested.and[1] as { or: Filter[] }];
    const [size, tags] = both as [Filter, Filter];
    const either = { or: both };
    expect(move(first.key, 1, 2)).toEqual({ and: [either, name] });
    expect(move(first.key, 1, 1)).toEqual(nested);
    expect(move(group.key, 1, 0)).toEqual({ and: [either, name] });
    expect(move(first.key, group.key, 1)).toEqual({ and: [{ or: [size, name, tags] }] });
    expect(move(inner.key, 1, 0)).toEqual({ and: [size, name, { or: [tags] }] });
    // A group does not go into itself, and ends with its last part.
    expect(move(group.key, group.key, 0)).toEqual(nested);
    expect(move(3, 1, 0, { and: [{ or: [{ field: "fSize", equals: 3 }] }] })).toEqual({
      and: [{ field: "fSize", equals: 3 }],
    });
  });

  test("a group does not move too deep", () => {
    const deep = (levels: number): Filter =>
      levels === 0 ? { field: "fSize", equals: 3 } : { and: [deep(levels - 1)] };
    const draft = draftOf({ and: [deep(8), { or: [{ or: [{ field: "fDone", equals: true }] }] }] });
    const groups = partsIn(draft.root).filter(isGroup);
    const key = partAt(draft, 1).key;
    const admitting = groups.filter((group) => mayMove(draft, key, group.key));
    // The outermost, and seven within.
    expect(admitting).toHaveLength(8);
  });

  test("changing the operator keeps a usable operand", () => {
    const ask = (
      filter: Filter,
      subject: Subject,
      operator: "in" | "equals" | "contains" | "starts_with" | "is_within",
    ) => {
      const draft = draftOf(filter);
      return filterOf(change(draft, { do: "ask", key: partAt(draft, 0).key, subject, operator }));
    };
    expect(ask({ field: "fStage", equals: "Open" }, stage, "in")).toEqual({
      and: [{ field: "fStage", in: ["Open"] }],
    });
    expect(ask({ field: "fStage", in: ["Open", "Shut"] }, stage, "equals")).toEqual({
      and: [{ field: "fStage", equals: "Open" }],
    });
    expect(ask({ field: "fName", contains: "a" }, name, "equals")).toEqual({
      and: [{ field: "fName", equals: "a" }],
    });
    // A day is also a range of one.
    expect(ask({ field: "fDue", less_than: "today" }, due, "is_within")).toEqual({
      and: [{ field: "fDue", is_within: "today" }],
    });
    expect(ask({ field: "fDue", is_within: "this_week" }, due, "equals")).toBeNull();
    // A part of a label is not an option.
    expect(ask({ field: "fStage", starts_with: "O" }, stage, "equals")).toBeNull();
    expect(ask({ field: "fStage", equals: "Open" }, stage, "contains")).toBeNull();
  });

  test("changing the field keeps a meaningful operand", () => {
    const aim = (filter: Filter, from: Subject, to: Subject) => {
      const draft = draftOf(filter);
      return change(draft, { do: "aim", key: partAt(draft, 0).key, from, to });
    };
    expect(filterOf(aim({ field: "fSize", less_than: 3 }, size, { ...size, id: "fOther" }))).toEqual({
      and: [{ field: "fOther", less_than: 3 }],
    });
    // Options belong to one field.
    expect(filterOf(aim({ field: "fStage", equals: "Open" }, stage, phase))).toBeNull();
    expect(partAt(aim({ field: "fSize", less_than: 3 }, size, name), 0)).toMatchObject({
      field: "fName",
      operator: "contains",
      operand: undefined,
    });
  });
});

test("any sequence of actions yields a valid filter with operators of its fields", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(9), fc.nat(30), fc.nat(30), fc.nat(30)), { maxLength: 30 }),
      (steps) => {
        let draft = draftOf(nested);
        for (const step of steps) draft = change(draft, actionOf(draft, step));
        const made = filterOf(draft);
        if (made !== null) expect(filter.safeParse(made).success).toBe(true);
        for (const part of partsIn(draft.root)) {
          if (isGroup(part)) continue;
          const subject = subjects.find(({ id }) => id === part.field);
          expect(operatorsOf[subject?.kind ?? "text"]).toContain(part.operator);
        }
        expect(new Set(keysOf(draft.root)).size).toBe(keysOf(draft.root).length);
        expect(countConditions(draft.root)).toBe(partsIn(draft.root).filter((part) => !isGroup(part)).length);
      },
    ),
  );
});

function change(draft: FilterDraft, action: FilterAction): FilterDraft {
  return changeFilter(draft, action);
}

/** Picks one of the actions that the page offers for a draft. */
function actionOf(
  draft: FilterDraft,
  [which, one, two, three]: [number, number, number, number],
): FilterAction {
  const parts = partsIn(draft.root);
  const groups = parts.filter(isGroup);
  const part = at(parts, one);
  const subject = at(subjects, two);
  const to = at(groups, one).key;
  if (which === 0) return { do: "nest", to, subject };
  if (which === 1) return { do: "remove", key: part.key };
  if (which === 9) return { do: "move", key: part.key, to: at(groups, two).key, index: three % 4 };
  if (which === 2) return { do: "join", key: to, join: three % 2 === 0 ? "and" : "or" };
  if (isGroup(part) || which === 3) return { do: "add", to, subject };
  const own = subjects.find(({ id }) => id === part.field) ?? name;
  if (which < 6) return { do: "aim", key: part.key, from: own, to: subject };
  if (which < 8)
    return { do: "ask", key: part.key, subject: own, operator: at(operatorsOf[own.kind], three) };
  return { do: "compare", key: part.key, operand: operandFor(own, part.operator) };
}

function operandFor({ kind }: Subject, operator: Operator): unknown {
  const one = { number: 3, boolean: false }[kind as string] ?? "Open";
  const form = formOf(operator, kind);
  if (form === "nothing") return true;
  if (form === "days") return "today";
  return form === "values" ? [one] : one;
}

function partsIn(part: DraftPart): DraftPart[] {
  return isGroup(part) ? [part, ...part.parts.flatMap(partsIn)] : [part];
}

function keysOf(part: DraftPart): number[] {
  return partsIn(part).map(({ key }) => key);
}

function partAt({ root }: FilterDraft, index: number): DraftPart {
  return at(root.parts, index);
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error("The list is empty");
  return item;
}
