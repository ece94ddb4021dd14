import type { SheetColumn } from "./sheet";

/** Texts that a spreadsheet would run as a formula, with or without apostrophes that would be removed on import. */
export const formula = /^'*[=+\-@\t\r]/;

/** Texts of some types that begin like a formula, but are none. */
const harmless: { readonly [type: string]: RegExp } = { phone_number: /^\+\d/ };

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula. An import removes it again.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function guardText(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The guard for the texts of a column. Numbers stay as they are, and so do phone numbers such as +1 555 123 4567. */
export function guardOf({ field }: Pick<SheetColumn, "field">): (text: string) => string {
  if (field.fieldType.storage === "number") return (text) => text;
  const allowed = harmlessIn(field);
  return allowed ? (text) => (allowed.test(text) ? text : guardText(text)) : guardText;
}

/** Matches the texts of a column that begin like a formula, but are none. */
export function harmlessIn({ type }: SheetColumn["field"]): RegExp | undefined {
  return harmless[type];
}
