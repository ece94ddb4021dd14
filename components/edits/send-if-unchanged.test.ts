import { expect, it } from "vitest";
import { isChangedByOthers } from "./send-if-unchanged";

const edit = { recordId: "r1", fieldId: "f1", value: "mine", draft: "mine" };
const opened = (...held: unknown[]) => ({ ...edit, opened: { held, tag: Promise.resolve(undefined) } });

it.each([
  ["the value its editor was opened on", opened("A"), "A", false],
  ["someone else's value", opened("A"), "B", true],
  ["nothing, cleared by someone else", opened("A"), null, true],
  ["the typed value, as after a lost response", opened("A"), "mine", false],
  ["the value before one's own refused edit", opened("one", "A"), "A", false],
  ["nothing, as before", opened(null), undefined, false],
  ["a list with the same items", opened(["a", "b"]), ["a", "b"], false],
  ["a list in another order", opened(["a", "b"]), ["b", "a"], true],
  ["any value, edited without an editor", edit, "B", false],
])("a cell that holds %s", (_, made, now, expected) => {
  expect(isChangedByOthers(made, now)).toBe(expected);
});
