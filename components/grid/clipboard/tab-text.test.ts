import fc from "fast-check";
import { expect, it } from "vitest";
import { readTabText } from "./read-tab-text";
import { joinTabText, tabTextOf } from "./tab-text";

function writeTabText(rows: string[][]): string {
  return joinTabText(rows.map(tabTextOf));
}

it("quotes only where necessary", () => {
  expect(
    writeTabText([
      ["plain", '5" pipe', "a\tb"],
      ["two\nlines", '"said"', ""],
    ]),
  ).toBe('plain\t5" pipe\t"a\tb"\n"two\nlines"\t"""said"""\t');
});

it.each([
  [
    "what Excel copies",
    'Name\tNotes\r\n"a\nb"\t"c""d"\r\n',
    [
      ["Name", "Notes"],
      ["a\nb", 'c"d'],
    ],
  ],
  ["quotes within a cell", '5" pipe\tx', [['5" pipe', "x"]]],
  [
    "a quoted word at the beginning of a cell",
    '"a" b\tc\nd\te',
    [
      ['"a" b', "c"],
      ["d", "e"],
    ],
  ],
  ["an unclosed quote", '"a\tb\nc', [['"a', "b"], ["c"]]],
  ["an empty line", "a\tb\n\nc", [["a", "b"], [""], ["c"]]],
  ["empty cells", "\ta\t\n", [["", "a", ""]]],
  ["a lone cell", "a", [["a"]]],
  ["nothing", "", []],
])("reads %s", (_, text, rows) => {
  expect(readTabText(text)).toEqual(rows);
});

it("parses whatever it writes", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", " ", "\t", "\n", '"', ",", "ü", "🙂") });
  const table = fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
    .chain(([width, height]) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: height,
        maxLength: height,
      }),
    );
  fc.assert(
    fc.property(table, (rows) => {
      expect(readTabText(writeTabText(rows))).toEqual(rows);
    }),
  );
});

it.each(["\r\n", "\r"])("reads the line breaks of any system, %j, within cells as between them", (lines) => {
  const text = ['a\t"b', 'c"', 'd\t"e', "", 'f"'].join(lines);
  expect(readTabText(text)).toEqual([
    ["a", "b\nc"],
    ["d", "e\n\nf"],
  ]);
});
