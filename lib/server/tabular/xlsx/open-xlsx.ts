import type { Tally } from "../notes";
import { reading } from "../reading";
import type { Source } from "../source";
import type { Row, Table } from "../table";
import { UnreadableFile } from "../unreadable-file";
import { openPackage } from "./package";
import { parseXml } from "./parse-xml";
import { readStyles } from "./read-styles";
import { readSharedTexts } from "./shared-texts";
import { SheetRows } from "./sheet-rows";
import { readWorkbook, type Sheet, type Workbook } from "./workbook";

/** True for a zip archive, and for the container of encrypted workbooks and of the old XLS format. */
export function beginsAsXlsx(head: Buffer): boolean {
  return isZip(head) || isContainer(head);
}

/** Opens a workbook. Refuses one that is encrypted, damaged, too large when unpacked, or without a sheet. */
export async function openXlsx({
  path,
  head,
  options,
}: Pick<Source, "path" | "head" | "options">): Promise<Table> {
  if (isContainer(head)) {
    throw new UnreadableFile(
      "The file is protected by a password or has the old XLS format. Save it as XLSX without a password.",
    );
  }
  if (!isZip(head)) throw new UnreadableFile("The file is not an XLSX file. Save it as XLSX or CSV.");
  const opened = await openPackage(path);
  try {
    const workbook = await readWorkbook(opened);
    const sheet = chooseSheet(workbook.sheets, options.sheet);
    return {
      format: "xlsx",
      sheets: workbook.sheets.map(({ name }) => name),
      sheet: sheet.name,
      delimiter: null,
      encoding: null,
      read: () => reading((tally) => ({ batches: rowsOf(path, { workbook, sheet }, tally) })),
    };
  } finally {
    opened.close();
  }
}

function isZip(head: Buffer): boolean {
  return ["504b0304", "504b0506"].includes(head.toString("hex", 0, 4));
}

function isContainer(head: Buffer): boolean {
  return head.toString("hex", 0, 8) === "d0cf11e0a1b11ae1";
}

function chooseSheet(sheets: readonly Sheet[], name: string | undefined): Sheet {
  const byDefault = sheets.find(({ isHidden }) => !isHidden) ?? sheets[0];
  const chosen = name === undefined ? byDefault : sheets.find((each) => each.name === name);
  if (chosen) return chosen;
  const names = sheets.slice(0, 20).map((each) => `“${each.name}”`);
  throw new UnreadableFile(
    `The XLSX file has no sheet “${name?.slice(0, 50)}”. Its sheets: ${names.join(", ")}.`,
  );
}

async function* rowsOf(
  path: string,
  { workbook, sheet }: { workbook: Workbook; sheet: Sheet },
  tally: Tally,
): AsyncGenerator<Row[]> {
  const opened = await openPackage(path);
  try {
    const sharedTexts = await readSharedTexts(opened, workbook.sharedTexts, tally);
    const formats = await readStyles(opened, workbook.styles);
    const rows = new SheetRows({ sharedTexts, formats, is1904: workbook.is1904 }, tally);
    let isEmpty = true;
    for await (const _ of parseXml(opened.read(sheet.part), rows, tally)) {
      const batch = rows.take();
      isEmpty &&= batch.length === 0;
      yield batch;
    }
    if (isEmpty)
      throw new UnreadableFile(`The sheet “${sheet.name}” has no rows. Choose another sheet or file.`);
  } finally {
    opened.close();
  }
}
