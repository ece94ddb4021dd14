import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { typedTemplate } from "../../../field-types";
import { prepareField } from "../../structure/schemas";
import type { SheetColumn } from "../sheet";
import { cellWriter } from "./cell-writers";
import { numberFormatOf } from "./number-formats";
import { packageParts } from "./package-parts";
import { xlsx } from "./xlsx";
import { xmlText } from "./xml-text";

test.each([
  ["a < b & c > d", "a &lt; b &amp; c &gt; d"],
  ["two\nlines\ttab", "two\nlines\ttab"],
  ["a\r\n", "a_x000D_\n"],
  ["\u0001", "_x0001_"],
  ["\uffff", "_xFFFF_"],
  ["_x000D_", "_x005F_x000D_"],
  ["_x_", "_x_"],
])("the text %j is escaped as %j", (text, escaped) => {
  expect(xmlText(text)).toBe(escaped);
});

test("every text can be read back from XML", () => {
  const unit = fc.oneof(fc.constantFrom(..."_x00D<>&\"'\r\n\t\u0000\ufffe"), fc.string({ unit: "binary" }));
  fc.assert(
    fc.property(fc.array(unit), (parts) => {
      const text = parts.join("");
      const read = xmlText(text)
        .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => ({ amp: "&", lt: "<", gt: ">" })[name] ?? '"')
        .replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
      expect(read).toBe(text);
    }),
  );
});

test.each([
  ["number", { decimalPlaces: 0 }, "#,##0"],
  ["currency", { currencySymbol: 'R"$', decimalPlaces: 2 }, '\\R\\"\\$#,##0.00'],
  ["percent", { decimalPlaces: 1 }, "#,##0.0%"],
  ["duration", { format: "h:mm:ss" }, "[h]:mm:ss"],
  ["autonumber", { prefix: "A-", padding: 3 }, "\\A\\-000"],
  ["date", { dateFormat: "eu" }, "dd/mm/yyyy"],
  ["date", { dateFormat: "local" }, "mm-dd-yy"],
  ["datetime", { dateFormat: "iso", timeFormat: "24h" }, "yyyy-mm-dd hh:mm"],
  ["datetime", { dateFormat: "us", timeFormat: "12h" }, "mm/dd/yyyy h:mm AM/PM"],
])("a %s with %j has the number format %s", (type, template, format) => {
  const typed = typedTemplate({ type, template: templateOf(type, template) });
  const shown = typed.fieldType.shown?.(typed.template);
  expect(shown && numberFormatOf(shown)).toBe(format);
});

test.each([
  ["date", {}, "1900-03-01", "><v>61</v></c>"],
  ["date", {}, "1900-02-28", ' t="inlineStr"><is><t xml:space="preserve">1900-02-28</t></is></c>'],
  ["date", {}, null, undefined],
  ["checkbox", {}, false, ' t="b"><v>0</v></c>'],
  ["duration", {}, 5_400, "><v>0.0625</v></c>"],
  ["datetime", { timezone: "Asia/Tokyo" }, "2026-01-31T09:00:00.000Z", "><v>46053.75</v></c>"],
  // The clocks went back at 1 am UTC.
  ["datetime", { timezone: "Europe/London" }, "2026-10-25T00:30:00.000Z", "><v>46320.0625</v></c>"],
  [
    "datetime",
    { timezone: "Europe/London" },
    "2026-10-25T01:30:00.000Z",
    ' t="inlineStr"><is><t xml:space="preserve">2026-10-25T01:30:00.000Z</t></is></c>',
  ],
])("a %s with %j writes %j as %s", (type, template, value, cell) => {
  expect(cellWriter(columnOf(type, template)).write(value)).toBe(cell);
});

test.each([
  ["Deals", "Deals"],
  ["a/b\\c:d*e?f[g]h", "a b c d e f g h"],
  ["'quoted'", "quoted"],
  ["History", "Sheet1"],
  ["???", "Sheet1"],
  ["x".repeat(40), "x".repeat(31)],
])("a table %j becomes the sheet %j", (name, sheet) => {
  expect(packageParts(name, [])["xl/workbook.xml"]).toContain(`<sheet name="${sheet}"`);
});

test("a workbook breaks off with its text", async () => {
  const text = new PassThrough();
  const { pack } = xlsx.write({ name: "T", columns: [columnOf("number", {})], isGuarded: false });
  const file = pack?.(text) ?? text;
  const read = buffer(file);
  text.write("<worksheet>");
  text.destroy(new Error("the connection was lost"));
  await expect(read).rejects.toThrow("the connection was lost");
});

test("a workbook that nobody reads any more ends its text", async () => {
  const text = new PassThrough();
  const { pack } = xlsx.write({ name: "T", columns: [columnOf("number", {})], isGuarded: false });
  pack?.(text).destroy();
  await expect.poll(() => text.destroyed).toBe(true);
});

function columnOf(type: string, template: object): SheetColumn {
  const field = prepareField({ id: "f", name: "F", type, template: templateOf(type, template) });
  return {
    field,
    width: 100,
    isRaw: false,
    toText: (value) => field.fieldType.toText(value, field.template),
  };
}

function templateOf(type: string, given: object): object {
  return typedTemplate({ type, template: {} }).fieldType.template.parse(given);
}
