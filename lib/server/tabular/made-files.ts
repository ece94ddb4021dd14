/** Files for the tests of this folder. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll } from "vitest";
import { ZipFile } from "yazl";
import { openTable, type ReadOptions, type Row } from "./index";

/** The folder of these files. */
export let folder = "";

/** Makes the folder before the tests of the calling file and removes it after them. */
export function keepFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "rowhouse-tabular-"));
  });
  afterAll(() => rm(folder, { recursive: true }));
}

let made = 0;

/** Writes a file under a name of its own. */
export async function writeBytes(bytes: string | Uint8Array): Promise<string> {
  made++;
  const file = path.join(folder, String(made));
  await writeFile(file, bytes);
  return file;
}

/** Reads a file to its end. */
export async function readAll(file: string, options: Partial<ReadOptions> = {}) {
  const table = await openTable(file, { filename: "", ...options });
  const reading = table.read();
  const rows: Row[] = [];
  for await (const batch of reading) rows.push(...batch);
  const { columns, notes } = reading;
  return { ...table, rows, columns, notes, cells: rows.map((row) => row.cells) };
}

/** Writes a file and reads it to its end. */
export async function readBytes(bytes: string | Uint8Array, options: Partial<ReadOptions> = {}) {
  return readAll(await writeBytes(bytes), options);
}

export type Parts = Readonly<Record<string, string | Buffer>>;

/** Writes a zip archive of the parts. */
export async function writeZip(parts: Parts): Promise<string> {
  made++;
  const file = path.join(folder, `${made}.xlsx`);
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

export const relationsType = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The parts of a workbook. `sheets` are the contents of `sheetData`. */
export function workbookParts({
  sheets = { Sheet1: "" },
  sharedTexts = "",
  formats = "",
  styles = "",
  properties = "",
  hidden = [],
}: {
  sheets?: Readonly<Record<string, string>>;
  /** `si` elements. */
  sharedTexts?: string;
  /** `numFmt` elements. */
  formats?: string;
  /** `xf` elements. */
  styles?: string;
  /** Attributes of `workbookPr`. */
  properties?: string;
  hidden?: readonly string[];
}): Record<string, string> {
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationsType}/${type}" Target="${target}"/>`;
  const relations = (content: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const entries = names.map((name, index) => {
    const state = hidden.includes(name) ? ' state="hidden"' : "";
    return `<sheet name="${name}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return {
    "_rels/.rels": relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<?xml version="1.0"?><workbook ${main} xmlns:r="${relationsType}"><workbookPr ${properties}/><sheets>${entries.join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      names
        .map((_, index) => relation(`rId${index + 1}`, "worksheet", `worksheets/s${index + 1}.xml`))
        .join("") +
        relation("rTexts", "sharedStrings", "/xl/sharedStrings.xml") +
        relation("rStyles", "styles", "styles.xml"),
    ),
    "xl/sharedStrings.xml": `<sst ${main}>${sharedTexts}</sst>`,
    "xl/styles.xml": `<styleSheet ${main}><numFmts>${formats}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${styles}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/s${index + 1}.xml`,
        `<worksheet ${main}><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
  };
}
