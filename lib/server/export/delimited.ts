import { guardOf, guardText } from "./formula-guard";
import type { SheetFormat } from "./sheet";

/** Makes Excel and others read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Writes texts as a line of CSV, or of another delimiter: https://www.rfc-editor.org/rfc/rfc4180 */
export function lineWriter(delimiter = ","): (texts: readonly string[]) => string {
  const special = new RegExp(`["\r\n${delimiter}]`);
  const quote = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  // Readers skip lines without any character.
  return (texts) => `${texts.map(quote).join(delimiter) || (texts.length === 1 ? '""' : "")}\r\n`;
}

/** A format of lines with a delimiter. */
export function delimited(delimiter: string): SheetFormat {
  const line = lineWriter(delimiter);
  return {
    isCompressible: true,
    write({ columns, isGuarded }) {
      const texts = columns.map((column) => {
        if (!isGuarded) return column.toText;
        const guard = guardOf(column);
        return (value: unknown) => guard(column.toText(value));
      });
      const names = columns.map(({ field: { name } }) => (isGuarded ? guardText(name) : name));
      return {
        head: `${byteOrderMark}${line(names)}`,
        rows: (rows) => rows.map(({ values }) => line(texts.map((toText, at) => toText(values[at])))).join(""),
        foot: "",
      };
    },
  };
}
