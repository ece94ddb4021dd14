import { describe, expect, it } from "vitest";
import { readCsvText } from "./csv-text";

describe("a CSV", () => {
  it.each([
    [
      "of plain cells",
      "Name,Age\nAda,36",
      [
        ["Name", "Age"],
        ["Ada", "36"],
      ],
    ],
    [
      "with line breaks of Windows, one at the end",
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "with quotes, doubled quotes and commas in them",
      '"Bob, Jr.","said ""hi"""\nx,y',
      [
        ["Bob, Jr.", 'said "hi"'],
        ["x", "y"],
      ],
    ],
    [
      "with line breaks in its cells",
      'a,"two\nlines"\r\n"one\r\n two",d',
      [
        ["a", "two\nlines"],
        ["one\n two", "d"],
      ],
    ],
    ["of one line, with quotes", 'x,"a, b"', [["x", "a, b"]]],
    [
      "with empty cells",
      "a,,c\n,,\nd,e,",
      [
        ["a", "", "c"],
        ["", "", ""],
        ["d", "e", ""],
      ],
    ],
    [
      "with a quoted cell that begins with a space",
      'a," b"\nc,d',
      [
        ["a", " b"],
        ["c", "d"],
      ],
    ],
    [
      "with semicolons and decimal commas",
      "Ada;1,5\nBob;2,5",
      [
        ["Ada", "1,5"],
        ["Bob", "2,5"],
      ],
    ],
    [
      "with commas and lists of semicolons",
      "Ada,36,a;b\nBob,41,c;d",
      [
        ["Ada", "36", "a;b"],
        ["Bob", "41", "c;d"],
      ],
    ],
    [
      "of whole numbers, more than two a line",
      "1,2,3\n4,5,6",
      [
        ["1", "2", "3"],
        ["4", "5", "6"],
      ],
    ],
    [
      "of numbers with points",
      "0.5,1.5\n2.5,3.5",
      [
        ["0.5", "1.5"],
        ["2.5", "3.5"],
      ],
    ],
    [
      "of dates and numbers",
      "2026-01-31,5\n2026-02-01,6",
      [
        ["2026-01-31", "5"],
        ["2026-02-01", "6"],
      ],
    ],
  ])("%s is read", (_, text, rows) => {
    expect(readCsvText(text)).toEqual(rows);
  });
});

describe("no CSV", () => {
  it.each([
    ["nothing", ""],
    ["a word", "word"],
    ["a sentence", "Apples, pears and plums; all of them, fresh"],
    ["a list without spaces", "Red,Blue"],
    ["two sentences, each with a comma", "First, we eat.\nThen, we sleep."],
    ["an address of two lines", "12 Main Street, Springfield\nIllinois, USA"],
    ["speech", '"Yes, of course," she said'],
    ["a list of names, copied from a link field", 'Ada, "Bob, Jr."'],
    ["a number with a decimal comma", "1,5"],
    ["numbers with decimal commas", "1,5\n2,5\n-3,75 %"],
    ["numbers with thousands", "$1,234.50\n2,345,678"],
    ["prose about numbers", "1,000 people came\n2,000 left"],
    ["lines of different lengths", "a,b\nc"],
    ["paragraphs", "a,b\n\nc,d"],
    ["code", "first();\nsecond();"],
    ["a list with a comma at each end", "apple,\npear,\n"],
    ["JSON", '{"a":1,\n"b":2}'],
    ["an unclosed quote", 'a,"b\nc,d'],
    ["text with tabs", "a\tb,c\nd\te,f"],
  ])("is %s", (_, text) => {
    expect(readCsvText(text)).toBeUndefined();
  });
});

it.each(["\r\n", "\r"])("reads the line breaks of any system, %j, within cells as between them", (lines) => {
  expect(readCsvText(['a,"b', 'c"', 'd,"e', "", 'f"'].join(lines))).toEqual([
    ["a", "b\nc"],
    ["d", "e\n\nf"],
  ]);
});
