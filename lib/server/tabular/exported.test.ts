/** Reads files that Rowhouse exported: the cells parse to the values that were exported. */
import { createWriteStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { describe, expect, test } from "vitest";
import { fieldTypes } from "../../field-types";
import { sheetFormats } from "../export/formats";
import type { SheetColumn } from "../export/sheet";
import { prepareField } from "../structure/schemas";
import { folder, keepFolder, readAll } from "./made-files";

keepFolder();

/** A column and a value for each example of each field type whose text can be parsed. */
const examples = [...fieldTypes.values()]
  .filter(({ textSaysLess }) => !textSaysLess)
  .flatMap(({ type, examples, template: templates }) =>
    examples.map(({ input, value = input, template = {} }, index) => ({
      column: columnOf(`${type} ${index}`, type, templates.parse(template) as object),
      value,
    })),
  );

function columnOf(name: string, type: string, template: object): SheetColumn {
  const field = prepareField({ id: name, name, type, template });
  return {
    field,
    width: 100,
    isRaw: false,
    toText: (value) => field.fieldType.toText(value, field.template),
  };
}

/** Those of lines are read back in `export-and-import.long.test.ts`, because PostgreSQL writes them. */
describe("an exported workbook", () => {
  const format = "xlsx";

  test("is read back to equal values", async () => {
    const columns = examples.map(({ column }) => column);
    const { head, rows, foot, pack } = sheetFormats[format].write({ name: "T", columns, isGuarded: false });
    const row = { id: "r", properties: [], values: examples.map(({ value }) => value) };
    const text = Readable.from([head, rows([row]), foot], { objectMode: false });
    const file = path.join(folder, `exported.${format}`);
    await pipeline(pack?.(text) ?? text, createWriteStream(file));

    const { cells, notes } = await readAll(file);
    expect(cells[0]).toEqual(columns.map(({ field }) => field.name));
    expect(notes).toEqual([]);
    for (const [index, { column, value }] of examples.entries()) {
      const { fieldType, template, name } = column.field;
      const read = fieldType.fromText(cells[1]?.[index] ?? "", template);
      expect([name, read ?? fieldType.empty]).toStrictEqual([name, value]);
    }
  });
});
