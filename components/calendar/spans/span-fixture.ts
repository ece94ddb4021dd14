import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import { type DateFields, dateFieldsOf, type Span, spanOf } from "./span";

function field(id: string, type: string, template: object): Field {
  return { id, name: id, type, template } as Field;
}

export const plainDates: DateFields = dateFieldsOf(
  field("start", "date", { dateFormat: "local" }),
  field("end", "date", { dateFormat: "local" }),
);

/** Fields with times in a zone. */
export function timesIn(timezone: string): DateFields {
  const template = { timezone, dateFormat: "local", timeFormat: "24h", displayTimeZone: false };
  return dateFieldsOf(field("start", "datetime", template), field("end", "datetime", template));
}

/** A record with these dates, and its span. */
export function spanFixture(dates: DateFields, id: string, start: string, end: string | null = null): Span {
  const record: Record = { id, data: { start, end }, fields: {}, createdAt: "", updatedAt: "" };
  const span = spanOf(record, dates);
  if (!span) throw new Error("The record has no start");
  return span;
}
