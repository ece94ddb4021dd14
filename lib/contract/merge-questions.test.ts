import { expect, it } from "vitest";
import type { FormField } from "./form-fields";
import { mergeQuestions } from "./merge-questions";

const ask = (fieldId: string, given: Partial<FormField> = {}): FormField => ({
  ...{ fieldId, label: null, help: null, required: false, showWhen: null, linkViewId: null },
  ...given,
});
const base = ["a", "b", "c"].map((id) => ask(id));
const [a, b, c] = base as [FormField, FormField, FormField];
const merge = (mine: readonly FormField[], theirs: readonly FormField[]) =>
  mergeQuestions({ base, mine, theirs });

it("keeps changes of different questions, and of different properties of one", () => {
  expect(merge([{ ...a, label: "A" }, b, c], [a, { ...b, required: true }, c])).toEqual([
    { ...a, label: "A" },
    { ...b, required: true },
    c,
  ]);
  expect(
    merge([{ ...a, label: "A", help: "mine" }, b, c], [{ ...a, help: "theirs", required: true }, b, c]),
  ).toEqual([{ ...a, label: "A", help: "mine", required: true }, b, c]);
});

it("keeps what either has added, moved or removed", () => {
  const ids = (mine: readonly FormField[], theirs: readonly FormField[]) =>
    merge(mine, theirs).map(({ fieldId }) => fieldId);
  expect(ids([a, b, c, ask("d")], [a, ask("e"), b, c])).toEqual(["a", "e", "b", "c", "d"]);
  expect(ids([c, a, b], [a, b, c, ask("e")])).toEqual(["c", "e", "a", "b"]);
  expect(ids([a, b, ask("d"), c], [c, b, a])).toEqual(["c", "b", "d", "a"]);
  expect(ids([a, c], [a, b, { ...c, label: "C" }])).toEqual(["a", "c"]);
  expect(ids([a, { ...b, label: "B" }, c], [a, c])).toEqual(["a", "c"]);
  expect(ids([a, b, c, ask("d")], [a, b, c, ask("d", { label: "D" })])).toEqual(["a", "b", "c", "d"]);
});

it("ends a condition on a question that the other has moved behind it or removed", () => {
  const showWhen = { field: "a", is_empty: true } as const;
  expect(merge([a, { ...b, showWhen }, c], [b, c, a])).toEqual([b, c, a]);
  expect(merge([a, { ...b, showWhen }, c], [b, c])).toEqual([b, c]);
});
