import { expect, test } from "vitest";
import { fieldType, fieldTypes, type TypedTemplate, typedTemplate } from ".";
import { conversionProblem, convert } from "./convert";

const options = [
  { value: "aaaa", label: "Open" },
  { value: "bbbb", label: "a, b" },
];
const lost = undefined;

type Side = [type: string, template?: object];

test.each<[value: unknown, from: Side, to: Side, converted: unknown]>([
  [5, ["number"], ["single_line_text"], "5"],
  ["5", ["single_line_text"], ["number"], 5],
  ["five", ["single_line_text"], ["number"], lost],
  ["", ["single_line_text"], ["number"], null],
  [" ", ["single_line_text"], ["date"], null],
  [" ", ["single_line_text"], ["long_text"], " "],
  [null, ["number"], ["long_text"], null],
  ["two\nlines", ["long_text"], ["single_line_text"], "two lines"],
  // Formatting does not change the number.
  [0.25, ["percent"], ["number"], 0.25],
  [0.25, ["number"], ["percent"], 0.25],
  ["25%", ["single_line_text"], ["percent"], 0.25],
  [-0.25, ["number"], ["percent"], lost],
  [7, ["number"], ["rating"], lost],
  [3, ["number"], ["rating"], 3],
  [5400, ["duration"], ["number"], 5400],
  ["1:30", ["single_line_text"], ["duration"], 5400],
  ["2026-01-31", ["date"], ["datetime", { timezone: "Asia/Tokyo" }], "2026-01-30T15:00:00.000Z"],
  // The day as shown in the field's zone.
  ["2026-01-30T15:00:00.000Z", ["datetime", { timezone: "Asia/Tokyo" }], ["date"], "2026-01-31"],
  ["Open", ["single_select", { options }], ["multiple_select", { options }], ["Open"]],
  ["a, b", ["single_select", { options }], ["multiple_select", { options }], ["a, b"]],
  [["a, b"], ["multiple_select", { options }], ["single_select", { options }], "a, b"],
  [["Open", "a, b"], ["multiple_select", { options }], ["single_select", { options }], lost],
  [["Open", "a, b"], ["multiple_select", { options }], ["long_text"], 'Open, "a, b"'],
  [[], ["multiple_select", { options }], ["long_text"], null],
  ["", ["long_text"], ["multiple_select", { options }], []],
  [true, ["checkbox"], ["single_line_text"], "true"],
  [false, ["checkbox"], ["single_line_text"], null],
  [null, ["single_line_text"], ["checkbox"], false],
  ["no", ["single_line_text"], ["checkbox"], false],
  ["maybe", ["single_line_text"], ["checkbox"], lost],
  [42, ["autonumber", { prefix: "INV-" }], ["number"], 42],
  ["report.pdf", ["single_line_text"], ["attachments"], lost],
])("%j from %j to %j becomes %j", (value, from, to, converted) => {
  expect(convert(value, of(from), of(to))).toStrictEqual(converted);
});

test("nothing converts to a computed type", () => {
  const closed = [...fieldTypes.values()].filter((type) => conversionProblem(type) !== undefined);
  expect(closed.map((type) => type.type).sort()).toEqual([
    "autonumber",
    "count",
    "created_by",
    "created_time",
    "formula",
    "lookup",
    "rollup",
    "source",
    "updated_by",
    "updated_time",
  ]);
  expect(conversionProblem(fieldType("source"))).toBe("cannot become source, whose values are computed");
});

function of([type, given = {}]: Side): TypedTemplate {
  return typedTemplate({ type, template: fieldType(type).template.parse(given) });
}
