import { expect, test } from "vitest";
import { typedTemplate } from "../../field-types";
import { type FieldEntry, type LogPlace, PastFields } from "./past-fields";

const write = { changeSetId: "a", xid: "7", step: 0 };
const text = { type: "long_text", template: {} };
const select = { type: "single_select", template: { options: [{ value: "aaaa", label: "A" }] } };
const none = { template: { options: [] } };

function place(number: string, made: Partial<LogPlace> = {}): LogPlace {
  return { ...write, changeSetId: `of ${number}`, ...made, number };
}

/** The type and template of a field before and after a position. */
function around(entries: readonly FieldEntry[], at: LogPlace, now?: { type: string; template: object }) {
  const past = new PastFields(entries, () => now && typedTemplate(now));
  const { before, after } = past.around("f", at);
  return [before, after].map((side) => side && { type: side.fieldType.type, template: side.template });
}

const retyped = { ...place("10", write), itemId: "f", before: text, after: select };

test("without entries a field has its current type", () => {
  expect(around([], place("1"), text)).toEqual([text, text]);
  expect(around([], place("1"))).toEqual([undefined, undefined]);
});

test("before a change a field has its earlier type, and changes by the same write are in between", () => {
  expect(around([retyped], place("9"), select)).toEqual([text, text]);
  expect(around([retyped], place("11"), select)).toEqual([select, select]);
  // Regardless of which of the two was logged first.
  expect(around([retyped], place("9", write), select)).toEqual([text, select]);
  expect(around([retyped], place("11", write), select)).toEqual([text, select]);
  expect(around([retyped], place("9", { ...write, step: 1 }), select)).toEqual([text, text]);
});

test("positions are compared as numbers, and a template applies together with its type", () => {
  const emptied = { ...place("100"), itemId: "f", before: { template: select.template }, after: none };
  const now = { ...select, ...none };
  expect(around([retyped, emptied], place("99"), now)).toEqual([select, select]);
  expect(around([retyped, emptied], place("101"), now)).toEqual([now, now]);
  expect(around([retyped, emptied], place("9"), now)).toEqual([text, text]);
});

test("the deletion of a field gives its last type", () => {
  const deleted = { ...place("20"), itemId: "f", before: select, after: null };
  expect(around([retyped, deleted], place("15"))).toEqual([select, select]);
  expect(around([retyped, deleted], place("5"))).toEqual([text, text]);
});

test("a change unknown to the cache counts", () => {
  expect(around([retyped], place("11"), text)).toEqual([select, select]);
});
