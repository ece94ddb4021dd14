import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { keepFolder, readBytes } from "../made-files";

keepFolder();

describe("a list of objects", () => {
  test("has its keys as columns, in the order first met", async () => {
    const found = await readBytes(
      ' [ {"a": "x", "b": 1} , {}, {"c": true, "a": null}, {"b": [1, {"d": "]"}]}]\n',
    );
    expect(found).toMatchObject({
      format: "json",
      encoding: "utf-8",
      columns: ["a", "b", "c"],
      delimiter: null,
    });
    expect(found.rows).toEqual([
      { number: 1, cells: ["x", "1"], kinds: [undefined, { type: "number" }] },
      { number: 2, cells: [], kinds: [] },
      { number: 3, cells: ["", "", "true"], kinds: [undefined, undefined, { type: "boolean" }] },
      { number: 4, cells: ["", '[1,{"d":"]"}]'], kinds: [undefined, { type: "json" }] },
    ]);
  });

  test("keeps all digits of long numbers", async () => {
    const content =
      '[{"a": 12345678901234567890, "b": 1.50, "c": 1e400, "d": "1e400", "e": [1e-400], "f": 1e3, "g": 1.23e-310, "h": 1.5e-321, "i": -0.1e123, "j": 0e999}]';
    expect((await readBytes(content)).cells).toEqual([
      [
        "12345678901234567890",
        "1.5",
        "1e400",
        "1e400",
        '["1e-400"]',
        "1000",
        "1.23e-310",
        "1.5e-321",
        "-1e+122",
        "0",
      ],
    ]);
  });

  test("may have texts of ten million characters beside long numbers", async () => {
    const long = '\\"n1234567890123456\n'.repeat(500_000);
    expect((await readBytes(`[{"a": ${JSON.stringify(long)}, "b": 12345678901234567890}]`)).cells[0]).toEqual(
      [long, "12345678901234567890"],
    );
  });

  test("has keys of any name", async () => {
    const found = await readBytes('[{"__proto__": 1, "constructor": "x", "": 2}]');
    expect([found.columns, found.cells]).toEqual([["__proto__", "constructor", ""], [["1", "x", "2"]]]);
  });

  test("may be in UTF-16", async () => {
    const found = await readBytes(iconv.encode('[{"a":"é"}]', "utf-16le", { addBOM: true }));
    expect([found.format, found.cells]).toEqual(["json", [["é"]]]);
  });

  test("has texts that can be stored", async () => {
    const found = await readBytes(String.raw`[{"a\u0000": "x\u0000\ud83d", "b": ["\u0000"]}]`);
    expect([found.columns, found.cells]).toEqual([["a", "b"], [["x�", '["\\u0000"]']]]);
    expect(found.notes).toMatchObject([
      { code: "nul_characters", count: 2 },
      { code: "undecodable", count: 1 },
    ]);
  });

  test.each([
    ["[1, 2]", "Row 1 cannot be read. Expected an object, but found 1, 2]."],
    ['[{"a":1},]', "Row 2 cannot be read. Expected an object, but found ]."],
    ['[{"a":1} {"a":2}]', 'Row 2 cannot be read. Expected a comma or ], but found {"a":2}].'],
    ['[{"a":1}] x', "Row 2 cannot be read. Expected the end of the file, but found x."],
    ['{"a":1.2.3.4.5.6.7.8.9.0}', "Row 1 is not valid JSON. Check its quotes, commas and brackets."],
    ['{"a":00012345678901234567890}', "Row 1 is not valid JSON. Check its quotes, commas and brackets."],
    ['{"a":1,}', "Row 1 is not valid JSON. Check its quotes, commas and brackets."],
    ['[{"a":1},{"a" 2}]', "Row 2 is not valid JSON. Check its quotes, commas and brackets."],
    ['[{"a":1},{"a":1,"b":2,"a":3}]', "Row 2 has a key twice. Each key may occur once in an object."],
    ['[{"a":1},{"a":', "The file is cut off in row 2. Export it again."],
    ['[{"a":1},', "The file is cut off in row 2. Export it again."],
    ["hello", "Row 1 cannot be read. Expected a list of objects, but found hello."],
    ["[]", "The file has no rows."],
    [
      `[{"a":${"[".repeat(1_000_000)}`,
      "Row 1 cannot be read. Lists and objects may be nested at most 32 deep.",
    ],
    [
      `[{"a":"${"x".repeat(33_000_000)}"}]`,
      "Row 1 cannot be read. A row may have at most 32,000,000 characters.",
    ],
    [
      `[{${Array.from({ length: 16_385 }, (_, index) => `"${index}":1`)}}]`,
      "Row 1 brings the file to more than 16,384 columns. Use fewer keys.",
    ],
  ])("%#: defects are reported with their row", async (content, message) => {
    await expect(readBytes(content, { filename: "a.json" })).rejects.toMatchObject({
      name: "UnreadableFile",
      message,
    });
  });
});

describe("one object a line", () => {
  test("skips blank lines", async () => {
    const found = await readBytes('\n{"a":1}\r\n\n  {"a":2, "b":"}\\""}\n\n');
    expect(found).toMatchObject({ format: "ndjson", columns: ["a", "b"] });
    expect(found.rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, "1"],
      [2, "2", '}"'],
    ]);
  });

  test("may be records as exported", async () => {
    const line =
      '{"id":"rec1","createdAt":"2026-01-31T00:00:00Z","updatedAt":"x","fields":{"Name":"A","Sum":2}}\n';
    expect(await readBytes(line)).toMatchObject({ columns: ["Name", "Sum"], cells: [["A", "2"]] });
    const other = '{"id":"rec1","fields":{"Name":"A"},"more":1}';
    expect(await readBytes(other)).toMatchObject({ columns: ["id", "fields", "more"] });
  });

  test.each([
    ['{"a":1} {"a":2}', 'Row 2 cannot be read. Expected the end of the line, but found {"a":2}.'],
    ['{"a":1}\n[1]', "Row 2 cannot be read. Expected an object, but found [1]."],
    [
      '{"a":1}\n{"a":2,\n"b":3}',
      "Row 2 cannot be read. Each line must be one whole object, or the file one list of objects.",
    ],
    ['{"a":1}\n{"a":', "The file is cut off in row 2. Export it again."],
    ["\n\n", "The file has no rows."],
  ])("%#: defects are reported with their row", async (content, message) => {
    await expect(readBytes(content, { filename: "a.ndjson" })).rejects.toMatchObject({ message });
  });
});

test("any flat objects are read back", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.dictionary(
          fc.string(),
          fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
        ),
      ),
      fc.constantFrom("json", "ndjson"),
      async (objects, format) => {
        fc.pre(objects.length > 0);
        const lines = objects.map((each) => JSON.stringify(each));
        const content = format === "json" ? `[${lines}]` : lines.join("\n");
        const { columns, cells } = await readBytes(content, { format });
        const clean = (text: string) => text.replaceAll("\0", "");
        expect(new Set(columns)).toEqual(new Set(objects.flatMap((each) => Object.keys(each).map(clean))));
        for (const [index, each] of objects.entries()) {
          for (const [key, value] of Object.entries(each)) {
            // A double has several forms, and -0 has none of its own.
            const cell = cells[index]?.[columns?.indexOf(clean(key)) ?? -1];
            if (typeof value === "number") expect(Number(cell)).toBe(value + 0);
            else expect(cell).toBe(clean(String(value)));
          }
        }
      },
    ),
    { numRuns: 200 },
  ));
