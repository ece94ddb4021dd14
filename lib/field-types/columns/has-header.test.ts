import { expect, test } from "vitest";
import { hasHeader } from ".";

test.each<[string, string[][], boolean]>([
  [
    "words above numbers",
    [
      ["Name", "Age"],
      ["Ada", "36"],
      ["Bob", "41"],
    ],
    true,
  ],
  [
    "words above words",
    [
      ["Name", "City"],
      ["Ada", "London"],
      ["Bob", "Paris"],
    ],
    true,
  ],
  [
    "years above numbers",
    [
      ["Country", "2023", "2024"],
      ["Chad", "5", "7"],
      ["Peru", "8", "9"],
    ],
    true,
  ],
  [
    "an empty name",
    [
      ["", "Age"],
      ["Ada", "36"],
    ],
    true,
  ],
  ["a code above numbers that have a gap", [["id"], ...numbers(60), ["n/a"]], true],
  ["a header alone", [["Name", "Age"]], true],
  ["rows of other lengths", [["Name", "Age"], ["Ada"], ["Bob", "41", "x"]], true],
  [
    "numbers alone",
    [
      ["1", "2"],
      ["3", "4"],
    ],
    false,
  ],
  [
    "a row of data",
    [
      ["Ada", "36"],
      ["Bob", "41"],
    ],
    false,
  ],
  [
    "days whose order is open",
    [
      ["Ada", "01/02/2026"],
      ["Bob", "03/04/2026"],
    ],
    false,
  ],
  [
    "a text that occurs again",
    [
      ["Open", "Ada"],
      ["Done", "Bob"],
      ["Open", "Eve"],
    ],
    false,
  ],
  [
    "a name twice",
    [
      ["Name", "Name"],
      ["Ada", "Bob"],
    ],
    false,
  ],
  [
    "years alone",
    [
      ["2023", "2024"],
      ["5", "7"],
    ],
    false,
  ],
  ["nothing", [], false],
  [
    "blank cells",
    [
      ["", ""],
      ["", ""],
    ],
    false,
  ],
])("%s", (_, rows, expected) => {
  expect(hasHeader(rows)).toBe(expected);
});

function numbers(count: number): string[][] {
  return Array.from({ length: count }, (_, index) => [String(index)]);
}
