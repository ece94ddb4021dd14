import type { CheckedField } from "../check";
import type { NamedField } from "../references";
import { raw, type Sql } from "../sql";
import type { RecordSql } from "./entry";

/** A field of the record that the examples of functions are about. */
export interface SampleField extends NamedField, Pick<CheckedField, "type" | "zone"> {
  /** The value in words, for the reference. */
  readonly shown: string;
  readonly value: Sql;
}

/** The record of all examples. It is shown in the reference, and the tests evaluate the examples on it. */
export const sampleFields: readonly SampleField[] = [
  field("fNameNameXX", "Name", "text", "Ada", "'Ada'::text"),
  field("fPricePrice", "Price", "number", "12.5", "12.5::numeric"),
  field("fQuantityXX", "Quantity", "number", "4", "4::numeric"),
  field("fDiscountXX", "Discount", "number", "(empty)", "NULL::numeric"),
  field("fNotesNotes", "Notes", "text", "(empty)", "NULL::text"),
  field("fDoneDoneXX", "Done", "checkbox", "ticked", "true"),
  field("fDueDueDueX", "Due", "date", "2026-03-15", "DATE '2026-03-15'"),
  {
    ...field(
      "fStartStart",
      "Start",
      "datetime",
      "2026-03-29 01:30, Berlin",
      "TIMESTAMPTZ '2026-03-29T00:30:00Z'",
    ),
    zone: "Europe/Berlin",
  },
  field("fScoresXXXX", "Scores", "number[]", "3, (empty), 5", "ARRAY[3, NULL, 5]::numeric[]"),
  field("fTagsTagsXX", "Tags", "text[]", "red, blue, red", "ARRAY['red', 'blue', 'red']::text[]"),
];

export const sampleRecord: RecordSql = {
  id: raw("'019a9e5c-0000-7000-8000-000000000001'::text"),
  createdTime: raw("TIMESTAMPTZ '2026-01-05T08:00:00Z'"),
  lastModifiedTime: raw("TIMESTAMPTZ '2026-02-10T16:30:00Z'"),
  autonumber: raw("7::numeric"),
};

function field(
  id: string,
  name: string,
  type: SampleField["type"],
  shown: string,
  value: string,
): SampleField {
  return { id, name, type, shown, value: raw(value) };
}
