import { guardOf, guardText } from "./formula-guard";
import type { SheetFormat, SheetRow } from "./sheet";
import { type LineStyle, linePartsOf } from "./written-cells";

/** Makes Excel and others read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Writes texts as a line of CSV, or of another delimiter: https://www.rfc-editor.org/rfc/rfc4180 */
export function lineWriter(delimiter = ","): (texts: readonly string[]) => string {
  const { quote } = styleOf(delimiter);
  return (texts) => `${texts.map(quote).join(delimiter)}\r\n`;
}

function styleOf(delimiter: string): LineStyle {
  const special = new RegExp(`["\r\n${delimiter}]`);
  const quote = (text: string) => (special.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return { delimiter, special, quote };
}

/** A format of lines with a delimiter. */
export function delimited(delimiter: string): SheetFormat {
  const style = styleOf(delimiter);
  const writeLine = lineWriter(delimiter);
  return {
    isCompressible: true,
    cells: (sheet) => linePartsOf(sheet, style).map((part) => ("sql" in part ? part.sql : part.column.field)),
    write(sheet) {
      const { columns, isGuarded } = sheet;
      const writers = linePartsOf(sheet, style).map((part) => {
        if ("sql" in part) return String;
        const { column } = part;
        const guard = isGuarded ? guardOf(column) : String;
        return (value: unknown) => style.quote(guard(column.toText(value)));
      });
      // Readers skip lines without any character.
      const empty = columns.length === 1 ? '""' : "";
      const line = ({ values }: SheetRow) =>
        `${writers.map((write, index) => write(values[index])).join(delimiter) || empty}\r\n`;
      const names = columns.map(({ field: { name } }) => (isGuarded ? guardText(name) : name));
      return {
        head: `${byteOrderMark}${writeLine(names)}`,
        rows: (rows) => rows.map(line).join(""),
        foot: "",
      };
    },
  };
}
