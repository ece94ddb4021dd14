import fc from "fast-check";
import { expect, test } from "vitest";
import { startInProcess } from "../../../e2e/in-process";
import { lineWriter } from "./delimited";
import { guardText } from "./formula-guard";

/** Pieces that lines quote, that begin formulas, or neither. */
const piece = fc.constantFrom(..."'=+-@\t\r\n\",;| aé🙂0\\", "\\.", "''", "NULL");
const texts = fc.sample(
  fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
  400,
);

const numbers = [
  0, -1, 0.1, 1e-6, 9.99e-7, -1.5e-7, 1e-10, 5e-324, 1.7976931348623157, 9007199254740991, 1e15,
];

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
      Text: text === "" ? null : text,
      Option: labels[index % labels.length],
      Number: numbers[index % numbers.length],
      Phone: "+1 555 123",
    }));
    expect((await call("POST", `${tables}/T/records/bulk`, { records })).status).toBe(200);
    for (const [format, delimiter] of [
      ["csv", ","],
      ["tsv", "\t"],
    ] as const) {
      for (const isGuarded of [true, false]) {
        const query = `format=${format}&guard=${isGuarded}`;
        const { body } = await call("GET", `${tables}/T/records/export?${query}`);
        const guard = isGuarded ? guardText : String;
        const line = lineWriter(delimiter);
        const expected = records.map(({ Text, Option, Number: number, Phone }) =>
          line([guard(Text ?? ""), guard(Option ?? ""), String(number), Phone]),
        );
        const names = fields.map(({ name }) => name);
        expect(body.replace("\uFEFF", "")).toBe([line(names), ...expected].join(""));
      }
    }
  } finally {
    await stop();
  }
}, 60_000);
