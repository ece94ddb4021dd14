import fc from "fast-check";
import { expect, test } from "vitest";
import { startInProcess } from "../../../e2e/in-process";
import { fieldTypes } from "../../field-types";
import { copiedCells } from "./copied-cells";
import { lineWriter } from "./delimited";
import { guardText } from "./formula-guard";
import type { SheetColumn } from "./sheet";

/** Pieces that lines quote, that begin formulas, or neither. */
const piece = fc.constantFrom(..."'=+-@\t\r\n\",;| aé🙂0\\", "\\.", "''", "NULL");
const texts = fc.sample(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
  400,
);

const numbers = [
  0, -1, 0.1, 1e-6, 9.99e-7, -1.5e-7, 1e-10, 5e-324, 1.7976931348623157, 9007199254740991, 1e15, 10, 100.5,
  12345678.0000001,
];

test("PostgreSQL writes the types whose texts are nearly what they store", () => {
  const copied = [...fieldTypes.values()].filter((fieldType) => {
    const template = { options: [] };
    const field = { id: "f", type: fieldType.type, template, fieldType: fieldType.resolve(template) };
    const columns = [{ field, width: 0, isRaw: false, toText: String }] as unknown as SheetColumn[];
    return copiedCells({ name: "", columns, isGuarded: true }) !== undefined;
  });
  expect(copied.map(({ type }) => type).sort()).toEqual([
    "autonumber",
    "checkbox",
    "currency",
    "date",
    "duration",
    "email",
    "long_text",
    "number",
    "percent",
    "phone_number",
    "rating",
    "single_line_text",
    "single_select",
    "url",
  ]);
});

test("PostgreSQL writes the same lines as this process", async () => {
  const { call, stop } = await startInProcess();
  try {
    const { body: base } = await call("POST", "/bases", { name: "Test" });
    const tables = `/bases/${base.id}/tables`;
    const labels = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ""))].slice(0, 100);
    const options = labels.map((label) => ({ label }));
    const fields = [
      { name: "Text", type: "long_text" },
      { name: "Option", type: "single_select", template: { options } },
      { name: "Number", type: "number" },
      { name: "Phone", type: "phone_number" },
    ];
    expect((await call("POST", tables, { name: "T", fields })).status).toBe(201);
    const records = texts.map((text, index) => ({
      Text: index === 0 ? null : text,
      Option: labels[index % labels.length],
      Number: numbers[index % numbers.length],
      Phone: "+1 555 123",
    }));
    const made = await call("POST", `${tables}/T/records/bulk`, { records });
    expect(made.status, JSON.stringify(made.body).slice(0, 500)).toBe(200);
    const linesOf = async (query: string) => (await call("GET", `${tables}/T/records/export?${query}`)).body;
    for (const [format, delimiter] of [
      ["csv", ","],
      ["tsv", "\t"],
    ] as const) {
      for (const isGuarded of [true, false]) {
        const file = await linesOf(`format=${format}&guard=${isGuarded}`);
        const guard = isGuarded ? guardText : String;
        const line = lineWriter(delimiter);
        const expected = records.map(({ Text, Option, Number: number, Phone }) =>
          line([guard(Text ?? ""), guard(Option ?? ""), String(number), Phone]),
        );
        const names = fields.map(({ name }) => name);
        expect(file.replace("\uFEFF", "")).toBe([line(names), ...expected].join(""));
      }
    }
    for (const text of texts.filter((each) => each.trim() !== "").slice(0, 50)) {
      const filter = {
        or: [
          { field: "Text", equals: text },
          { field: "Option", in: labels.slice(0, 3) },
        ],
      };
      const list = await call("POST", `${tables}/T/records/list`, { filter, limit: 2_000 });
      const query = new URLSearchParams({
        format: "csv",
        filter: JSON.stringify(filter),
        fields: '["Number"]',
      });
      const numbersOf = (record: { fields: { Number: number } }) => String(record.fields.Number);
      expect((await linesOf(`${query}`)).trimEnd().split("\r\n").slice(1), text).toEqual(
        list.body.records.map(numbersOf),
      );
    }
  } finally {
    await stop();
  }
}, 60_000);
