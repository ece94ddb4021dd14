import * as z from "zod";
import { dateFormats, dateFromText, displayDate, isDate } from "../date";
import { defineFieldType } from "../field-type";
import { nameOf, quote, sameText } from "../text";
import { timeFromTyped } from "../typed-time";
import { readTime } from "../written-time";

export const date = defineFieldType({
  type: "date",
  label: "Date",
  description: "A day, without a time.",
  canBePrimary: true,
  storage: "date",
  empty: null,
  template: z.strictObject({ dateFormat: z.enum(dateFormats).default("local") }),
  value: () =>
    z
      .string({ error: (issue) => `takes a date as text, YYYY-MM-DD, not ${nameOf(issue.input)}` })
      .refine(isDate, {
        error: (issue) =>
          `takes a date of the form YYYY-MM-DD, such as 2026-01-31; ${quote(issue.input)} is not one`,
      })
      .meta({ format: "date" }),
  toText: sameText,
  // Takes the day of a timestamp.
  fromText: (text, { dateFormat }) => dateFromText(text, dateFormat) ?? readTime(text, dateFormat)?.date,
  typing: {
    toText: (value) => value,
    fromText: (text, { dateFormat }, locale) => timeFromTyped(text, dateFormat, locale)?.date,
    words: "a day such as 2026-01-31 or tomorrow",
  },
  display: (value, template, locale) => displayDate(value, template.dateFormat, locale),
  shown: ({ dateFormat }) => ({ kind: "moment", dateFormat }),
  look: { align: "start", editor: "date" },
  examples: [
    { input: "2026-01-31", text: "2026-01-31" },
    { input: "2024-02-29", text: "2024-02-29" },
    { input: "0001-01-01", text: "0001-01-01" },
    { input: "9999-12-31", text: "9999-12-31" },
  ],
  counterexamples: [
    { input: "" },
    { input: "2026-02-29" },
    { input: "2026-13-01" },
    { input: "0000-01-01" },
    { input: "31.01.2026" },
    { input: "2026-01-31T00:00:00Z" },
    { input: 20260131 },
  ],
});
