import type { DateFormat } from "../../../field-types/date";
import type { Shown } from "../../../field-types/shown";

/** The format of a cell without one. */
export const general = "General";

/** The format of a cell whose content is text, also when it is edited. */
export const asText = "@";

/** The number format by which a spreadsheet shows values as their cells do: ECMA-376, part 1, 18.8.31. */
export function numberFormatOf(shown: Shown): string {
  return formats[shown.kind](shown as never);
}

const formats: { readonly [Kind in Shown["kind"]]: (shown: Extract<Shown, { kind: Kind }>) => string } = {
  // Spreadsheets show the separators of their own locale.
  number: ({ places, moved, before, after }) => {
    const digits = `#,##0${places > 0 ? `.${"0".repeat(places)}` : ""}`;
    // A percent sign multiplies by a hundred.
    return `${literal(before)}${digits}${moved === 2 && after === "%" ? after : literal(after)}`;
  },
  serial: ({ prefix, padding }) => `${literal(prefix)}${"0".repeat(Math.max(1, padding))}`,
  duration: ({ hasSeconds }) => (hasSeconds ? "[h]:mm:ss" : "[h]:mm"),
  moment: ({ dateFormat, time }) => {
    if (!time) return days[dateFormat];
    return `${days[dateFormat]} ${time.is12h ? "h:mm AM/PM" : "hh:mm"}`;
  },
};

/** Spreadsheets show the first form as the short date of their own locale. */
const days: { readonly [Format in DateFormat]: string } = {
  local: "mm-dd-yy",
  iso: "yyyy-mm-dd",
  us: "mm/dd/yyyy",
  eu: "dd/mm/yyyy",
};

function literal(text: string): string {
  return text.replace(/./gsu, (character) => `\\${character}`);
}
