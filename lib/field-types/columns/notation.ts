import type { DateFormat } from "../date";
import type { TypedTemplate } from "../field-type";
import type { StorageKind } from "../storage";
import { type ColumnDay, columnDay } from "./column-days";
import { numberParts, plainDigits, type SignsName, signsByName } from "./number-signs";
import { type Hints, type Sample, sampleOf } from "./sample";

/** The signs of numbers and the order of days in a column, as far as its cells show them. Survives JSON. */
export interface Notation {
  readonly signs?: SignsName;
  readonly dayFirst?: boolean;
  /** True if days have two readings. Fields then take them only if their format has an order. */
  readonly isDayOrderOpen?: true;
}

/** Finds the notation of a column from all its texts or a sample. */
export function columnNotation(texts: readonly string[], hints: Hints): Notation {
  return notationOf(sampleOf(texts, hints), hints);
}

/** `dayFirst` is the order of days that the cells do not show. */
export function notationOf({ numbers, days }: Sample, { dayFirst: chosen }: Hints): Notation {
  const { reading, otherReading } = numbers?.amounts[0] ?? {};
  const showsSigns = reading && !otherReading && (reading.hasGroups || reading.decimalPlaces > 0);
  const dayFirst = days?.dayFirst ?? chosen;
  return {
    ...(showsSigns && { signs: reading.signs.name }),
    ...(dayFirst !== undefined && { dayFirst }),
    ...(days?.isOpen && { isDayOrderOpen: true }),
  };
}

/** A text in the form that every field of a storage kind reads alike, or the reason why it has none. */
type PlainText = ColumnDay;
type Rewrite = (text: string, notation: Notation, template: { dateFormat?: DateFormat }) => PlainText;

const rewrites: { readonly [Kind in StorageKind]?: Rewrite } = {
  number: withPlainDigits,
  date: withIsoDay,
  timestamp: withIsoDay,
};

/** Returns a function that replaces a column's notation in a text by that of plain text. */
export function plainTextOf({ fieldType, template }: TypedTemplate, notation: Notation) {
  const rewrite = rewrites[fieldType.storage];
  return (text: string): PlainText => (rewrite ? rewrite(text, notation, template) : { text });
}

function withPlainDigits(text: string, notation: Notation): PlainText {
  const signs = signsByName.get(notation.signs ?? "");
  const parts = signs && numberParts(text.trim());
  return parts && signs.whole.test(parts.digits)
    ? { text: parts.before + plainDigits(parts.digits, signs) + parts.after }
    : { text };
}

function withIsoDay(
  text: string,
  notation: Notation,
  { dateFormat }: { dateFormat?: DateFormat },
): PlainText {
  return columnDay(text, notation.dayFirst, dateFormat);
}
