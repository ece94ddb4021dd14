import type { DateFormat } from "../date";
import { quote } from "../text";
import { isoDay, readDay } from "./written-day";

/** A text with its day in the ISO form, or the reason why its day cannot be read. */
export type ColumnDay = { readonly text: string } | { readonly problem: string };

/**
 * Reads a day of numbers in the order of its column, or else of the field, and never in an order that only this text
 * suggests. Days with full stops have the day first by convention, unless the column or the field says otherwise. Leaves
 * other texts to the field.
 */
export function columnDay(
  text: string,
  dayFirst: boolean | undefined,
  dateFormat: DateFormat = "local",
): ColumnDay {
  const trimmed = text.trim();
  const [start] = numbers.exec(trimmed) ?? [];
  const day = readDay(start === undefined ? trimmed : trimmed.replace(numbers, "$1/$2/$3"));
  if (start === undefined && day?.form !== "numbers") {
    const iso = day && isoDay(day);
    return { text: iso === undefined ? text : iso + day?.rest };
  }
  const order = dayFirst ?? orders[dateFormat];
  if (order === undefined) return (start ?? trimmed).includes(".") ? { text } : { problem: openOrder(text) };
  const iso = day && isoDay(day, order);
  return iso === undefined ? { problem: otherOrder(text, order) } : { text: iso + day?.rest };
}

/** The beginning of any text that `dateFromText` reads in an order of day and month. */
const numbers = /^0*(\d{1,2})[-/.\s]+0*(\d{1,2})[-/.\s]+(\d{4})(?!\d)/;

const orders: { readonly [Format in DateFormat]?: boolean } = { eu: true, us: false };

function openOrder(text: string): string {
  return `has ${quote(text)}, and its column does not show whether the day or the month comes first; write dates as YYYY-MM-DD, or choose their order`;
}

function otherOrder(text: string, dayFirst: boolean): string {
  const part = dayFirst ? "day" : "month";
  return `is read with the ${part} first, like its whole column, so ${quote(text)} is not a date; write it as YYYY-MM-DD`;
}
