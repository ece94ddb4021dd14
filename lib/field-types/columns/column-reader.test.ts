/** Columns read for fields that exist, whose type and template the column did not choose. */
import { expect, test } from "vitest";
import { fieldTypes, typedTemplate } from "..";
import { analyseColumn, columnReader, type Hints } from ".";

const ada = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const bob = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f24";
const ids = new Map([
  ["Ada", ada],
  ["Bob, Jr.", bob],
]);

test.each<[string, string, object, readonly string[], readonly unknown[], Hints?]>([
  ["decimal commas", "number", {}, ["1.234,50", "1.234", "x"], [1234.5, 1234, undefined]],
  [
    "decimal points in a field with commas",
    "number",
    { numberFormat: "period_comma" },
    ["1.5", "1.234"],
    [1.5, 1.234],
  ],
  [
    "groups that may be decimals, as the field",
    "number",
    { numberFormat: "period_comma" },
    ["1,234"],
    [1.234],
  ],
  ["groups that may be decimals, by default", "number", {}, ["1,234"], [1234]],
  ["plain numbers as seconds", "duration", {}, ["90", "1:30"], [90, 5400]],
  ["plain fractions as percentages", "percent", {}, ["0.5", "50%"], [0.5, 0.5]],
  ["leading zeros", "number", {}, ["007"], [7]],
  [
    "days in the order of the column",
    "date",
    { dateFormat: "us" },
    ["31/01/2026", "01/02/2026"],
    ["2026-01-31", "2026-02-01"],
  ],
  [
    "days in the order of the field",
    "date",
    { dateFormat: "eu" },
    ["01/02/2026", "1.2.26"],
    ["2026-02-01", "2026-02-01"],
  ],
  ["days in the order of a hint", "date", {}, ["01/02/2026"], ["2026-02-01"], { dayFirst: true }],
  [
    "no days against the order of the column",
    "date",
    {},
    ["31/01/2026", "30/01/2026", "01/29/2026", "1 - 29 - 2026", "01-29/2026"],
    ["2026-01-31", "2026-01-30", undefined, undefined, undefined],
  ],
  [
    "no days whose order is open",
    "date",
    {},
    ["01/02/2026", "1 / 2 / 2026", "1-2/2026", "001 02 2026", "01/02/2026 9:00", "2026-02-01"],
    [undefined, undefined, undefined, undefined, undefined, "2026-02-01"],
  ],
  [
    "no times whose order is open",
    "datetime",
    {},
    ["01/02/2026 9:00", "1-2/2026 9:00"],
    [undefined, undefined],
  ],
  ["no days of a column with both orders", "date", {}, ["13/2/2026", "2/13/2026"], [undefined, undefined]],
  ["days with full stops, whose order is usual", "date", {}, ["01.02.2026"], ["2026-02-01"]],
  [
    "days that few cells show",
    "date",
    {},
    ["31/01/2026", "01/02/2026", "a", "b", "c"],
    ["2026-01-31", "2026-02-01", undefined, undefined, undefined],
  ],
  [
    "days in the order of a hint that few cells need",
    "date",
    {},
    ["1/2/2026", "a", "b"],
    ["2026-02-01", undefined, undefined],
    { dayFirst: true },
  ],
  ["days of times", "date", {}, ["2026-01-31 09:30"], ["2026-01-31"]],
  ["no words for days, which change their meaning", "date", {}, ["tomorrow", "1/31"], [undefined, undefined]],
  [
    "times in the zone of the field",
    "datetime",
    { timezone: "Europe/Berlin" },
    ["Jan 31, 2026 9:00am"],
    ["2026-01-31T08:00:00.000Z"],
  ],
  ["words for true and false", "checkbox", {}, ["yes", "", "maybe"], [true, false, undefined]],
  ["blank cells", "number", {}, ["", " ", "5"], [null, null, 5]],
  ["blank text, which text fields keep", "single_line_text", {}, ["", " "], [null, " "]],
  [
    "labels in any case",
    "single_select",
    { options: [{ label: "Open" }] },
    ["open", "Done"],
    ["Open", undefined],
  ],
  [
    "names of records",
    "linked_record",
    { tableId: "t" },
    ['Ada, "Bob, Jr."', "Bob, Jr.", "Eve", ada, ""],
    [[ada, bob], [bob], undefined, [ada], []],
  ],
  [
    "one record",
    "linked_record",
    { tableId: "t", allowMultiple: false },
    ['Ada, "Bob, Jr."', "Ada"],
    [undefined, [ada]],
  ],
])("%s", (_, type, settings, texts, values, hints) => {
  const template = fieldTypes.get(type)?.template.parse(settings);
  const { notation } = analyseColumn(texts, hints);
  expect(texts.map(columnReader(typedTemplate({ type, template }), notation, ids))).toEqual(values);
});
