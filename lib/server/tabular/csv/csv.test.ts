import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { delimiters } from "../../../contract/import-formats";
import { keepFolder, readAll, readBytes, writeBytes } from "../made-files";

keepFolder();

describe("rows", () => {
  test.each([
    ["line feeds", "a,b\n1,2\n"],
    ["carriage returns and line feeds", "a,b\r\n1,2\r\n"],
    ["carriage returns", "a,b\r1,2\r"],
    ["mixed line breaks", "a,b\r\n1,2\n"],
    ["no last line break", "a,b\n1,2"],
    ["a byte order mark", "\uFEFFa,b\n1,2"],
    ["a line that names the delimiter", "sep=,\r\na,b\r\n1,2"],
    ["NULs", "a,\0b\n1,2\0"],
  ])("with %s", async (_, content) => {
    const { cells, format, delimiter, encoding, columns, sheet, sheets } = await readBytes(content);
    expect(cells).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect({ format, delimiter, encoding }).toEqual({ format: "csv", delimiter: ",", encoding: "utf-8" });
    expect([columns, sheet, sheets]).toEqual([null, null, null]);
  });

  test("of different lengths are kept as they are", async () => {
    const { cells } = await readBytes("a,b,c\n1\n1,2,3,4\n,,\n");
    expect(cells).toEqual([["a", "b", "c"], ["1"], ["1", "2", "3", "4"], ["", "", ""]]);
  });

  test("are numbered as in a spreadsheet, which counts blank lines", async () => {
    const { rows } = await readBytes('a,b\n\n"1\n1",2\n\r\n3,4\n\n');
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, "a", "b"],
      [3, "1\n1", "2"],
      [5, "3", "4"],
    ]);
  });

  test("have quotes, also where they do not belong", async () => {
    const { cells } = await readBytes('a,b\n"1,""x""",5" pipe\n"ab"c,"d\r\ne"\n');
    expect(cells).toEqual([
      ["a", "b"],
      ['1,"x"', '5" pipe'],
      ['"ab"c', "d\r\ne"],
    ]);
  });

  test("of one column may be empty, if quoted", async () => {
    expect((await readBytes('a\n""\nb')).cells).toEqual([["a"], [""], ["b"]]);
  });

  test("have cells of ten million characters", async () => {
    const long = 'x,\n"'.repeat(2_500_000);
    const { cells } = await readBytes(`a,b\n1,"${long.replaceAll('"', '""')}"\n3,4`);
    expect(cells[1]?.[1] === long).toBe(true);
    expect(cells[2]).toEqual(["3", "4"]);
  });

  test("can be read again, and the iteration can end early", async () => {
    const file = await writeBytes("a,b\n".repeat(50_000));
    const first = await readAll(file);
    expect(first.rows.length).toBe(50_000);
    for await (const batch of first.read()) {
      expect(batch.length).toBeGreaterThan(0);
      break;
    }
    let count = 0;
    for await (const batch of first.read()) count += batch.length;
    expect(count).toBe(50_000);
  });
});

describe("the delimiter", () => {
  test.each([
    [";", "Name;Price;Sum\nA;1,5;2,5\nB;3,5;4,5\n"],
    [";", "Name, first;Price\nA;1,5\nB, C;2,5\n"],
    [";", '"a;b";"c"\n"1,5,5";"2"\n'],
    [",", 'a,b\n"x;y;z",1\n"x;y;z",2\n'],
    [",", "a,b,c\n1\n1,2\n1,2,3\n1,2,3,4\n"],
    ["\t", "a\tb, c\n1\t2\n"],
    ["|", "a|b\n1,5|2\n"],
    [",", "word\nanother; word\n"],
    [",", "a"],
    [";", "sep=;\na,b;c,d\n1,2;3,4"],
    [";", "Report, first half\nid;name;sum\n1;A;2,5\n2;B;3,5\n"],
  ])("%j is recognised", async (delimiter, content) => {
    expect((await readBytes(content)).delimiter).toBe(delimiter);
  });

  test("is a tab by default if the file name says so", async () => {
    expect((await readBytes("a\nb", { filename: "A.TSV" })).delimiter).toBe("\t");
  });

  test("can be given", async () => {
    const { cells } = await readBytes("a,b;c\n1,2;3", { delimiter: ";" });
    expect(cells).toEqual([
      ["a,b", "c"],
      ["1,2", "3"],
    ]);
  });

  test("is recognised where the sample ends within a quote", async () => {
    const content = `a;b\n${"1;2\n".repeat(1000)}1;"${"x,\n".repeat(200_000)}"\n`;
    expect((await readBytes(content)).delimiter).toBe(";");
  });
});

describe("the encoding", () => {
  const text = "Größe;Straße\n5 €;“x”\n";

  test.each([
    ["utf-8", "utf-8", false],
    ["utf-8", "utf-8", true],
    ["utf-16le", "utf-16le", true],
    ["utf-16le", "utf-16le", false],
    ["utf-16be", "utf-16be", true],
    ["utf-16be", "utf-16be", false],
    ["windows-1252", "windows-1252", false],
  ])("%s is recognised", async (name, encoding, addBOM) => {
    const found = await readBytes(iconv.encode(text, name, { addBOM }));
    expect(found.encoding).toBe(encoding);
    expect(found.notes).toEqual([]);
    expect(found.cells).toEqual([
      ["Größe", "Straße"],
      ["5 €", "“x”"],
    ]);
  });

  test("is recognised by the first character that is not ASCII, however late", async () => {
    const ascii = `${"a".repeat(1000)},b\n`.repeat(2_500);
    expect((await readBytes(iconv.encode(`${ascii}é,1\n`, "windows-1252"))).cells.at(-1)).toEqual(["é", "1"]);
    expect((await readBytes(`${ascii}é,1\n`)).cells.at(-1)).toEqual(["é", "1"]);
  });

  test("can be given by any WHATWG label", async () => {
    const found = await readBytes(iconv.encode("имя,b\n1,2", "windows-1251"), { encoding: "cp1251" });
    expect(found.encoding).toBe("windows-1251");
    expect(found.cells[0]).toEqual(["имя", "b"]);
    expect((await readBytes(iconv.encode("€", "windows-1252"), { encoding: "Latin1" })).cells).toEqual([
      ["€"],
    ]);
    expect((await readBytes(iconv.encode("日本,b", "shift_jis"), { encoding: "sjis" })).cells).toEqual([
      ["日本", "b"],
    ]);
    expect((await readBytes("\uFEFFé", { encoding: "latin1" })).cells).toEqual([["é"]]);
  });

  test("that does not exist is refused", async () => {
    await expect(readBytes("a", { encoding: "klingon" })).rejects.toThrow(
      "“klingon” is not a known encoding.",
    );
    await expect(readBytes("a", { encoding: "replacement" })).rejects.toThrow("is not a known encoding.");
  });

  test("leaves bytes that cannot be decoded, which are counted", async () => {
    const broken = Buffer.concat([
      Buffer.from("äöü �,b\n"),
      Buffer.from([0xff, 0x2c, 0xc3]),
      Buffer.from("\n"),
    ]);
    const found = await readBytes(broken);
    expect(found.encoding).toBe("utf-8");
    expect(found.cells).toEqual([
      ["äöü �", "b"],
      ["�", "�"],
    ]);
    expect(found.notes).toMatchObject([{ code: "undecodable", count: 2 }]);
    const undefinedByte = Buffer.concat([iconv.encode("é", "windows-1252"), Buffer.from([0x81])]);
    expect((await readBytes(undefinedByte)).notes).toMatchObject([{ code: "undecodable", count: 1 }]);
    const half = Buffer.from("a,b\n\uD83D,1\n", "utf16le");
    expect(await readBytes(half, { encoding: "utf-16" })).toMatchObject({
      cells: [
        ["a", "b"],
        ["�", "1"],
      ],
      notes: [{ code: "undecodable", count: 1 }],
    });
  });

  test("counts replaced characters of files of any size, and not those that the file contains", async () => {
    const found = await readBytes(
      Buffer.concat([Buffer.from(`${"�".repeat(100)}b\n`.repeat(1_000)), Buffer.from([0x80, 0x0a])]),
    );
    expect(found.notes).toMatchObject([{ code: "undecodable", count: 1 }]);
  });

  test("counts NULs", async () => {
    expect((await readBytes("a,b\n\0,1\0\n")).notes).toEqual([
      { code: "nul_characters", count: 2, message: "2 NUL characters were removed." },
    ]);
  });
});

describe("defects", () => {
  test("a quote that never ends is reported with its row", async () => {
    const message =
      "Row 3 has a quote that is never closed. Close it, or write it twice if it belongs to the text.";
    await expect(readBytes('a,b\n1,2\n"x,3\n4,5\n')).rejects.toMatchObject({ message, row: 3 });
    const long = `a,b\n1,2\n"${"x,y\n".repeat(9_000_000)}`;
    await expect(readBytes(long)).rejects.toMatchObject({
      message: "Row 3 is longer than 32,000,000 characters. Check for a quote in it that is never closed.",
      row: 3,
    });
  });

  test("rows with too many columns are reported", async () => {
    const wide = `${",".repeat(16_383)}\n`;
    expect((await readBytes(wide)).cells[0]?.length).toBe(16_384);
    const message = "Row 2 has more than 16,384 columns. Split the file, or choose another delimiter.";
    await expect(readBytes(`a,b\n,${wide}`, { delimiter: "," })).rejects.toMatchObject({ message, row: 2 });
    await expect(readBytes(`a,b\n${",".repeat(1_000_000)}`, { delimiter: "," })).rejects.toMatchObject({
      message,
    });
  });
});

describe("whatever is written", () => {
  const cell = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.stringMatching(/^[\x20-\x7e"\r\n,;|\t]*$/),
    fc.constantFrom("", " ", '"', "\n", "\r", "é", "😀"),
  );
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 20 });

  test.each(["utf-8", "utf-16le", "utf-16be"])("is read back equal from %s", (encoding) =>
    fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(...delimiters),
        fc.constantFrom("\n", "\r\n", "\r"),
        async (rows, delimiter, record_delimiter) => {
          const written = stringify(rows, { delimiter, record_delimiter, quoted: true });
          const found = await readBytes(iconv.encode(written, encoding, { addBOM: true }), {
            format: "csv",
            delimiter,
          });
          expect(found.cells).toEqual(rows.map((row) => row.map((text) => text.replaceAll("\0", ""))));
          expect(found.encoding).toBe(encoding);
        },
      ),
      { numRuns: 60 },
    ),
  );

  test("is read back with the recognised delimiter", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 6 }).chain((columns) =>
          fc.array(
            fc.array(fc.stringMatching(/^[a-z ."]{0,9}$/), { minLength: columns, maxLength: columns }),
            {
              minLength: 2,
              maxLength: 20,
            },
          ),
        ),
        fc.constantFrom(...delimiters),
        async (rows, delimiter) => {
          const found = await readBytes(stringify(rows, { delimiter, quoted: true }));
          expect(found.cells).toEqual(rows);
          expect(found.delimiter).toBe(delimiter);
        },
      ),
      { numRuns: 100 },
    ));
});
