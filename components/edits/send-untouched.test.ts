import { expect, it } from "vitest";
import { isTouched } from "./send-untouched";

const edit = { recordId: "r1", fieldId: "f1", value: "mine", draft: "mine" };
const opened = (...held: unknown[]) => ({ ...edit, opened: { held, tag: Promise.resolve(undefined) } });

it.each([
  ["what the editor was opened on", opened("A"), "A", false],
  ["what somebody else has written", opened("A"), "B", true],
  ["what somebody else has emptied", opened("A"), null, true],
  ["what was typed, as when an answer got lost", opened("A"), "mine", false],
  ["what was there before an edit of one's own that was refused", opened("one", "A"), "A", false],
  ["nothing, as before", opened(null), undefined, false],
  ["a list with the same in it", opened(["a", "b"]), ["a", "b"], false],
  ["a list in another order", opened(["a", "b"]), ["b", "a"], true],
  ["anything, where no editor was open", edit, "B", false],
])("a cell that holds %s", (_, made, now, expected) => {
  expect(isTouched(made, now)).toBe(expected);
});
