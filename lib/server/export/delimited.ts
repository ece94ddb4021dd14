import { stringify } from "csv-stringify/sync";
import { guardOf, guardText } from "./formula-guard";
import type { SheetFormat } from "./sheet";

/** Makes Excel and others read the file as UTF-8. */
const byteOrderMark = "\uFEFF";

/** Lines of CSV, or of another delimiter: https://www.rfc-editor.org/rfc/rfc4180 */
export function linesOfTexts(rows: string[][], delimiter = ","): string {
  return stringify(rows, {
    delimiter,
    record_delimiter: "\r\n",
    quoted_match: /[\r\n]/,
    // Readers skip lines without any character.
    quoted_empty: rows[0]?.length === 1,
  });
}

/** A format of lines with a delimiter. */
export function delimited(delimiter: string): SheetFormat {
  return {
    isCompressible: true,
    write({ columns, isGuarded }) {
      const lines = (rows: string[][]) => linesOfTexts(rows, delimiter);
      const texts = columns.map((column) => {
        if (!isGuarded) return column.toText;
        const guard = guardOf(column);
        return (value: unknown) => guard(column.toText(value));
      });
      const names = columns.map(({ field: { name } }) => (isGuarded ? guardText(name) : name));
      return {
        head: `${byteOrderMark}${lines([names])}`,
        rows: (rows) => lines(rows.map(({ values }) => texts.map((toText, index) => toText(values[index])))),
        foot: "",
      };
    },
  };
}
