/** Properties of copy and paste that hold for every registered field type. No type is named here. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GridColumn } from "@/components/cells/columns";
import { makeColumns } from "@/components/cells/columns-fixture";
import { readDraft } from "@/components/edits/read-draft";
import { copiedText, type FieldType, fieldTypes, isLink } from "@/lib/field-types";
import type { Block } from "./block";
import { composeCopy } from "./compose-copy";
import { copiedCell } from "./copy";
import { normalizeLineBreaks, setOwnCopy } from "./own-text";
import { planPaste } from "./paste-plan";
import { readClipboard } from "./read-clipboard";

const written = [...fieldTypes.values()].filter((type) => !type.isComputed);

describe.each(written)("$type", (type) => {
  test("pasting displayed text from elsewhere gives the same value as typing it", () => {
    fc.assert(
      fc.property(copiedColumn(type), ({ column, values }) => {
        setOwnCopy({ text: "", plain: "", plainColumns: new Set() });
        const { isOwn, block } = readClipboard({ text: textsOf(column, values).text, html: "" });
        expect(isOwn).toBe(false);
        const typed = values.map((value) => {
          const text = shownOf(column, value);
          const reading = readDraft(column.field, column.fieldType, text);
          return "value" in reading ? reading.value : undefined;
        });
        expect(pastedInto(column, block)).toEqual(typed);
      }),
    );
  });

  test("one of our own copies keeps its values, even if the clipboard drops the HTML", () => {
    fc.assert(
      fc.property(copiedColumn(type), ({ column, values }) => {
        const block = values.map((value) => [copied(column, value), { text: "x" }]);
        expect(pastedInto(column, block)).toEqual(values);
        if (type.textSaysLess || isLink(column.field)) return;
        const texts = textsOf(column, values);
        setOwnCopy(texts);
        // Windows returns line breaks as CRLF.
        const read = readClipboard({ text: texts.text.replace(/\r?\n/g, "\r\n"), html: "" });
        expect(read.isOwn).toBe(true);
        expect(pastedInto(column, read.block)).toEqual(values);
      }),
    );
  });
});

/** Adds a text column, so that the text contains tabs: without them it may be taken for CSV. */
function textsOf(column: GridColumn, values: readonly unknown[]) {
  const copy = composeCopy("copy");
  for (const value of values) copy.add([copied(column, value), { text: "x" }]);
  return copy.finish();
}

function copied(column: GridColumn, value: unknown) {
  return copiedCell({ column, source: column }, value, (id) => id);
}

function shownOf(column: GridColumn, value: unknown): string {
  return Array.isArray(value) && value.length === 0
    ? ""
    : copiedText(column.fieldType, value, column.field.template);
}

function pastedInto(column: GridColumn, block: Block): unknown[] {
  const [other] = makeColumns("long_text");
  const columns = other ? [column, other] : [];
  const bounds = { rows: 100, columns: 2, hiddenRows: [], headers: [], pageRows: 3, pageColumns: 2 };
  const area = { rows: { first: 0, end: 1 }, columns: { first: 0, end: 1 } };
  const plan = planPaste(
    block,
    { areas: [area], columns, bounds, isOwn: true, addsOptions: true },
    () => new Map(),
  );
  return block.map((_, row) => plan.fillings[0]?.valueAt(row, 0)?.value);
}

/** A field with one of its type's templates, and values that it accepts. */
function copiedColumn(type: FieldType): fc.Arbitrary<{ column: GridColumn; values: unknown[] }> {
  return fc.constantFrom(...type.examples.map(({ template = {} }) => template)).chain((given) => {
    const template = { ...type.examples[0]?.template, ...given };
    const [column] = makeColumns([type.type, template]);
    if (!column) throw new Error("no column");
    const accepted = type.value(column.field.template);
    const inputs = type.examples.map(({ input }) => input);
    const value = fc
      .oneof(
        { weight: 3, arbitrary: fc.constantFrom(...inputs) },
        fc.string({ minLength: 1 }),
        fc.constantFrom("two\nlines", 'a "b"', "a\tb", "=1", " x "),
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        fc.integer({ min: 0, max: 1e9 }),
        fc.boolean(),
      )
      .map((input) => accepted.safeParse(input))
      .filter(({ success, data }) => success && data !== "")
      // Line breaks arrive as `\n`, whatever another program has made of them.
      .map(({ data }) => (typeof data === "string" ? normalizeLineBreaks(data) : data));
    return fc.array(value, { minLength: 1, maxLength: 4 }).map((values) => ({ column, values }));
  });
}
