import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../e2e/rounds";
import { importFormatNames } from "../../contract/import-formats";
import { openTable, UnreadableFile } from "./index";
import { folder, keepFolder, type Parts, readAll, workbookParts, writeBytes, writeZip } from "./made-files";

keepFolder();

async function refusalOf(content: string | Uint8Array, options = {}): Promise<string> {
  return messageOf(await writeBytes(content), options);
}

async function messageOf(file: string, options = {}): Promise<string> {
  const error = await readAll(file, options).then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(UnreadableFile);
  return error.message;
}

const choose = "Choose a CSV, XLSX, JSON or NDJSON file.";
const damaged = "The XLSX file is cut off or damaged. Save it again and upload the new file.";
const container = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4096)]);
const png = Buffer.from("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489", "hex");

describe("files that are no table", () => {
  test.each<[string, string | Uint8Array, string, string]>([
    ["empty", "", "a.csv", "The file is empty. Choose a file with rows."],
    ["blank", " \n", "a.json", "The file has no rows."],
    ["line breaks", "\n\r\n", "a.csv", "The file has no rows."],
    ["a byte order mark", "\uFEFF", "a.csv", "The file has no rows."],
    ["NULs", Buffer.alloc(10_000), "a.csv", "The file has no rows."],
    ["an image", png, "a.csv", `The file is a PNG file, not a table. ${choose}`],
    [
      "any bytes",
      Buffer.from(Array.from({ length: 999 }, (_, at) => (at * 167) % 256)),
      "",
      `The file is not a table. ${choose}`,
    ],
    [
      "a page",
      "\n<!DOCTYPE html><table>",
      "a.xls",
      "The file is a web page or XML, not a table. Save it as CSV or XLSX.",
    ],
    ["text named XLSX", "a,b\n1,2", "a.XLSX", "The file is not an XLSX file. Save it as XLSX or CSV."],
    [
      "an encrypted workbook",
      container,
      "a.xlsx",
      "The file is protected by a password or has the old XLS format. Save it as XLSX without a password.",
    ],
    ["the start of a zip archive", "PK\x03\x04abc", "a.xlsx", damaged],
    [
      "an empty zip archive",
      Buffer.concat([Buffer.from("PK\x05\x06"), Buffer.alloc(18)]),
      "a.zip",
      "The file is a ZIP archive without an XLSX workbook. Save the table as XLSX or CSV.",
    ],
  ])("%s is refused", async (_, content, filename, message) => {
    expect(await refusalOf(content, { filename })).toBe(message);
  });

  test("a missing file is an error of the file system", async () => {
    await expect(openTable(path.join(folder, "none"), { filename: "" })).rejects.toMatchObject({
      code: "ENOENT",
    });
  });
});

const rows = Array.from(
  { length: 500 },
  (_, index) => `<row r="${index + 1}"><c r="A${index + 1}"><v>${index * 37}</v></c></row>`,
);
const workbook = workbookParts({ sheets: { A: rows.join("") } });

/** Writes a workbook and changes its bytes. */
async function writeChanged(parts: Parts, change: (bytes: Buffer) => Uint8Array): Promise<string> {
  const bytes = await readFile(await writeZip(parts));
  return writeBytes(change(bytes));
}

/** Calls `change` with the position of each entry of the central directory. */
function eachEntry(bytes: Buffer, change: (at: number) => void): Buffer {
  const signature = Buffer.from("PK\x01\x02");
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 1)) change(at);
  return bytes;
}

describe("XLSX files", () => {
  test("that are cut off anywhere are refused", async () => {
    const whole = await readFile(await writeZip(workbook));
    for (let length = 4; length < whole.length; length += 97) {
      expect(await refusalOf(whole.subarray(0, length))).toBe(damaged);
    }
  });

  test("that are altered are refused, or are read as they were", async () => {
    const whole = await readFile(await writeZip(workbook));
    const { cells } = await readAll(await writeBytes(whole));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = Buffer.from(whole);
        altered[at] = (altered[at] ?? 0) ^ change;
        const read = await readAll(await writeBytes(altered), { format: "xlsx" }).catch((error) => error);
        // Altered names may hide optional parts, such as shared texts.
        if (!(read instanceof UnreadableFile)) expect(read.cells).toEqual(cells);
      }),
      { numRuns: rounds.hostileFiles },
    );
  });

  test("whose parts are altered before they are packed are refused or read", async () => {
    const parts = workbookParts({
      sheets: {
        A: '<row r="1"><c r="A1" t="s" s="1"><v>0</v></c><c r="B1" s="1"><f>A1</f><v>45000.5</v></c><c t="b"><v>1</v></c></row>',
      },
      sharedTexts: "<si><r><t>a_x0041_</t></r></si>",
      formats: '<numFmt numFmtId="164" formatCode="[$€-407]#,##0.00;yyyy"/>',
      styles: '<xf numFmtId="164"/><xf numFmtId="22"/>',
    });
    const piece = fc.oneof(
      fc.constantFrom(
        "",
        "<",
        ">",
        '"',
        "0",
        "-1",
        "1e999",
        "NaN",
        "constructor",
        "__proto__",
        "<c>",
        "</row>",
        "<v>",
        "&#0;",
        "A",
      ),
      fc.string({ maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(parts)),
        fc.nat(),
        fc.nat(12),
        piece,
        async (name, at, length, text) => {
          const part = parts[name] ?? "";
          const start = at % part.length;
          const altered = part.slice(0, start) + text + part.slice(start + length);
          const file = await writeZip({ ...parts, [name]: altered });
          const read = await readAll(file).catch((error) => error);
          if (!(read instanceof UnreadableFile)) expect(read.cells).toBeInstanceOf(Array);
        },
      ),
      { numRuns: rounds.hostileFiles },
    );
  });

  test("that are encrypted are refused", async () => {
    const file = await writeChanged(workbook, (bytes) =>
      eachEntry(bytes, (at) => bytes.writeUInt16LE(bytes.readUInt16LE(at + 8) | 1, at + 8)),
    );
    expect(await messageOf(file)).toBe("The XLSX file is protected by a password. Save it without one.");
  });

  test("that grow too much are refused before they are unpacked", async () => {
    const file = await writeZip({ ...workbook, "xl/bomb.xml": Buffer.alloc(5_000_000) });
    const message =
      "The XLSX file grows to more than 200 times its size when unpacked, so it is not read. Save it as CSV.";
    expect(await openTable(file, { filename: "" }).catch((error) => error.message)).toBe(message);
  });

  test("that are too large when unpacked are refused before they are", async () => {
    const parts = Array.from({ length: 51 }, (_, index) => [`xl/${index}.xml`, randomBytes(100_001)]);
    const file = await writeChanged({ ...workbook, ...Object.fromEntries(parts) }, (bytes) =>
      eachEntry(bytes, (at) => {
        if (bytes.readUInt32LE(at + 24) === 100_001) bytes.writeUInt32LE(20_000_000, at + 24);
      }),
    );
    const message =
      "The XLSX file has more than 1,000,000,000 bytes when unpacked. Save it as CSV, or split it.";
    expect(await openTable(file, { filename: "" }).catch((error) => error.message)).toBe(message);
  });

  test("that declare smaller parts than they have are refused", async () => {
    const sheet = `<row r="1"><c r="A1"><v>1</v></c></row>${" ".repeat(5_000_000)}`;
    const file = await writeChanged(workbookParts({ sheets: { A: sheet } }), (bytes) =>
      eachEntry(bytes, (at) => {
        if (bytes.readUInt32LE(at + 24) > 5_000_000) bytes.writeUInt32LE(90_000, at + 24);
      }),
    );
    expect(await messageOf(file)).toBe(damaged);
  });

  test.each([
    [
      "entities",
      '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>',
    ],
    [
      "an unknown entity",
      "<worksheet><sheetData><row><c t='str'><v>&b;</v></c></row></sheetData></worksheet>",
    ],
    ["external entities", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><worksheet/>'],
    ["unclosed tags", "<worksheet><sheetData><row><c><v>1</v></c></row></sheetData>"],
    ["deep nesting", "<a>".repeat(10_000)],
    ["no XML", "hello"],
    ["nothing", ""],
  ])("with %s in a sheet are refused", async (_, sheet) => {
    expect(await messageOf(await writeZip({ ...workbook, "xl/worksheets/s1.xml": sheet }))).toBe(damaged);
  });

  test.each(["xl/_rels/workbook.xml.rels", "xl/workbook.xml", "xl/styles.xml", "xl/sharedStrings.xml"])(
    "with a broken %s are refused",
    async (name) => {
      expect(await messageOf(await writeZip({ ...workbook, [name]: "<a><b></a>" }))).toBe(damaged);
    },
  );
});

describe("any bytes", () => {
  const beginnings = [
    "",
    "PK\x03\x04",
    "[",
    '[{"a":',
    '{"a":1}\n',
    "\xff\xfe",
    "\xfe\xff",
    "\xef\xbb\xbf",
    'a,"b\n',
    "sep=;\n",
  ];

  test("are read or refused in every format", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...beginnings),
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.string({ maxLength: 300 }).map((text) => Buffer.from(text)),
        ),
        fc.constantFrom(undefined, ...importFormatNames),
        fc.constantFrom(undefined, "utf-8", "utf-16be", "windows-1252", "shift_jis", "gb18030"),
        async (beginning, bytes, format, encoding) => {
          const file = await writeBytes(Buffer.concat([Buffer.from(beginning, "latin1"), bytes]));
          const read = await readAll(file, {
            ...(format && { format }),
            ...(encoding && { encoding }),
          }).catch((error) => error);
          if (read instanceof UnreadableFile) {
            expect(read.message).toMatch(/^[A-Z“].*\.$/s);
            return;
          }
          const texts = [...read.cells.flat(), ...(read.columns ?? [])];
          expect(texts.filter((text) => text.includes("\0") || !text.isWellFormed())).toEqual([]);
        },
      ),
      { numRuns: rounds.hostileFiles },
    ));
});

test.runIf(existsSync("/proc/self/fd"))("no file stays open", async () => {
  const { format, ...table } = await readAll(await writeZip(workbook));
  expect(format).toBe("xlsx");
  for await (const _ of table.read()) break;
  const opened = () =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false;
      }
    });
  await expect.poll(opened).toEqual([]);
});
