import { finished, type Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Sheet, SheetFormat, SheetRow } from "../sheet";
import { cellWriter } from "./cell-writers";
import {
  firstColumnStyle,
  headerStyle,
  packageParts,
  sheetFoot,
  sheetHead,
  sheetPath,
} from "./package-parts";
import { xmlText } from "./xml-text";

/** A workbook with one sheet: ECMA-376, SpreadsheetML. */
export const xlsx: SheetFormat = {
  bounds: { rows: 1_048_575, textLength: 32_767 },
  write(sheet) {
    const writers = sheet.columns.map(cellWriter);
    const letters = sheet.columns.map((_, index) => lettersOf(index));
    const starts = letters.map((letter, index) => [`<c r="${letter}`, `" s="${firstColumnStyle + index}"`]);
    let number = 1;
    const writeRow = ({ values }: SheetRow) => {
      number++;
      let text = `<row r="${number}">`;
      for (const [index, { write }] of writers.entries()) {
        const cell = write(values[index]);
        if (cell === undefined) continue;
        const [start, end] = starts[index] ?? [];
        text += `${start}${number}${end}${cell}`;
      }
      return `${text}</row>`;
    };
    return {
      head: `${sheetHead(sheet.columns.map(({ width }) => width))}${headerRow(sheet, letters)}`,
      rows: (rows) => rows.map(writeRow).join(""),
      foot: sheetFoot,
      pack: (text) => zip(text, packageParts(sheet.name, writers)),
    };
  },
};

function headerRow({ columns }: Sheet, letters: readonly string[]): string {
  const cells = columns.map(({ field }, index) => {
    const text = `<is><t xml:space="preserve">${xmlText(field.name)}</t></is>`;
    return `<c r="${letters[index]}1" s="${headerStyle}" t="inlineStr">${text}</c>`;
  });
  return `<row r="1">${cells.join("")}</row>`;
}

/** Zips the sheet as it is written, without its size known in advance. */
function zip(sheet: Readable, parts: { readonly [path: string]: string }): Readable {
  const file = new ZipFile();
  const output = file.outputStream as Readable;
  for (const [path, part] of Object.entries(parts)) file.addBuffer(Buffer.from(part), path);
  // A low level takes a third of the time of the usual one.
  file.addReadStream(sheet, sheetPath, { compressionLevel: 1 });
  file.end();
  file.on("error", (error) => output.destroy(error));
  sheet.once("error", (error) => output.destroy(error));
  // Stops the writing of a file that nobody reads any more.
  finished(output, () => sheet.destroy());
  return output;
}

/** 0 → A, 25 → Z, 26 → AA */
function lettersOf(index: number): string {
  const before = index < 26 ? "" : lettersOf(Math.floor(index / 26) - 1);
  return before + String.fromCharCode(65 + (index % 26));
}
