import type { DateFormat } from "../date";
import type { TypedTemplate } from "../field-type";
import type { StorageKind } from "../storage";
import { numberParts, plainDigits, type SignsName, signsByName } from "./number-signs";
import type { Sample } from "./sample";
import { isoDay, readDay } from "./written-day";

/** The signs of numbers and the order of days in a column, as far as its cells show them. Survives JSON. */
export interface Notation {
  readonly signs?: SignsName;
  readonly dayFirst?: boolean;
  /** True if days have two readings. Fields of the format `local` then read the month first. */
  readonly isDayOrderOpen?: true;
}

export function notationOf({ numbers, days }: Sample): Notation {
  const { reading, otherReading } = numbers?.amounts[0] ?? {};
  const showsSigns = reading && !otherReading && (reading.hasGroups || reading.decimalPlaces > 0);
  return {
    ...(showsSigns && { signs: reading.signs.name }),
    ...(days?.dayFirst !== undefined && { dayFirst: days.dayFirst }),
    ...(days?.isOpen && { isDayOrderOpen: true }),
  };
}

type Rewrite = (text: string, notation: Notation, template: { dateFormat?: DateFormat }) => string;

/** Rewrite texts in the forms that every field of the storage kind reads alike. Other texts stay as they are. */
const rewrites: { readonly [Kind in StorageKind]?: Rewrite } = {
  number: withPlainDigits,
  date: withIsoDay,
  timestamp: withIsoDay,
};

/** Returns a function that replaces a column's notation in a text by that of plain text. */
export function plainTextOf({ fieldType, template }: TypedTemplate, notation: Notation) {
  const rewrite = rewrites[fieldType.storage];
  return (text: string): string => (rewrite ? rewrite(text, notation, template) : text);
}

function withPlainDigits(text: string, notation: Notation): string {
  const signs = signsByName.get(notation.signs ?? "");
  const parts = signs && numberParts(text.trim());
  return parts && signs.whole.test(parts.digits)
    ? parts.before + plainDigits(parts.digits, signs) + parts.after
    : text;
}

/** The field decides the order if the column does not show it. */
function withIsoDay(text: string, notation: Notation, { dateFormat = "local" }: { dateFormat?: DateFormat }) {
  const day = readDay(text.trim());
  const iso = day && isoDay(day, notation.dayFirst ?? orders[dateFormat]);
  return iso === undefined ? text : iso + day?.rest;
}

const orders: { readonly [Format in DateFormat]?: boolean } = { eu: true, us: false };
