import type { SheetColumn, SheetRow } from "./sheet";

type Column = Pick<SheetColumn, "isRaw" | "toText"> & { readonly field: { readonly name: string } };

/**
 * Writes rows as JSON objects by field name, in the order of the columns. As text, because an object would sort names
 * such as "1" first and lose `__proto__`.
 */
export function objectWriter(columns: readonly Column[]): (row: Pick<SheetRow, "values">) => string {
  const keys = columns.map(({ field }, index) => `${index > 0 ? "," : ""}${JSON.stringify(field.name)}:`);
  return ({ values }) => {
    let text = "{";
    for (const [index, { isRaw, toText }] of columns.entries()) {
      const value = values[index];
      text += `${keys[index]}${JSON.stringify(isRaw ? value : toText(value))}`;
    }
    return `${text}}`;
  };
}
