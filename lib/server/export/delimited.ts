import { copiedCells } from "./copied-cells";
import { guardOf, guardText } from "./formula-guard";
import type { SheetFormat, SheetRow } from "./sheet";

/** Makes Excel and others read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Writes texts as a line of CSV, or of another delimiter: https://www.rfc-editor.org/rfc/rfc4180 */
export function lineWriter(delimiter = ","): (texts: readonly string[]) => string {
  const special = new RegExp(`["\r\n${delimiter}]`);
  const quote = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return (texts) => {
    const line = texts.map(quote).join(delimiter);
    // Readers skip lines without any character.
    return `${line === "" && texts.length === 1 ? '""' : line}\r\n`;
  };
}

/** A format of lines with a delimiter. */
export function delimited(delimiter: string): SheetFormat {
  const writeLine = lineWriter(delimiter);
  return {
    isCompressible: true,
    write(sheet) {
      const { columns, isGuarded } = sheet;
      const cells = copiedCells(sheet);
      const texts = columns.map((column) => {
        if (!isGuarded) return column.toText;
        const guard = guardOf(column);
        return (value: unknown) => guard(column.toText(value));
      });
      const line = ({ values }: SheetRow) => writeLine(texts.map((toText, index) => toText(values[index])));
      const names = columns.map(({ field: { name } }) => (isGuarded ? guardText(name) : name));
      return {
        head: `${byteOrderMark}${writeLine(names)}`,
        rows: (rows) => rows.map(line).join(""),
        copied: cells && { cells, delimiter },
        foot: "",
      };
    },
  };
}
