/** Reads files as streams of rows: CSV, XLSX, JSON and NDJSON. The only file of this folder that others import. */
import { open } from "node:fs/promises";
import { registry } from "./formats";
import type { Source } from "./source";
import type { ReadOptions, Table } from "./table";
import { openText, type TextFile } from "./text/text-file";
import { UnreadableFile } from "./unreadable-file";

export { JsonSplitter, linesGrammar, type ObjectText } from "./json/split-json";
export type { Note, NoteCode } from "./notes";
export type { Kind, Reading, ReadOptions, Row, Table } from "./table";
export { UnreadableFile } from "./unreadable-file";

/**
 * Opens the file at `path`. Recognises its format, delimiter and encoding unless they are given. Throws an
 * `UnreadableFile` for a file that can be refused by its beginning, or in XLSX by its parts and their sizes.
 */
export async function openTable(path: string, options: ReadOptions): Promise<Table> {
  const head = await headOf(path);
  if (head.length === 0) throw new UnreadableFile("The file is empty. Choose a file with rows.");
  let text: Promise<TextFile> | undefined;
  const source: Source = {
    path,
    head,
    options,
    text: () => {
      text ??= openText(path, head, options);
      return text;
    },
  };
  if (options.format) return registry[options.format].open(source);
  for (const format of Object.values(registry)) {
    if (await format.matches(source)) return format.open(source);
  }
  throw new Error("Each text is CSV.");
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const headLength = 64 * 1024;
