/** The operands of operators of filters, as callers write them. */
import * as z from "zod";
import { recordId } from "../../contract/ids";
import { doubleValue } from "../../field-types/number";
import { optionIdOf, optionLabel, type SelectTemplate } from "../../field-types/option";
import { type PeopleTemplate, personById } from "../../field-types/people";
import { type Clock, type DayRange, isDayWord } from "../../field-types/relative-days";
import { dayOf, daysOf, type Span, spanOf, spanOfRange } from "../../field-types/span";
import { nameOf, quote } from "../../field-types/text";
import type { Subject } from "./subject";

/** A field or an item with dates, by whose zone they are read. */
type Dated = Pick<Subject, "template">;

export function nothing(): z.ZodType<true> {
  return z.literal(true);
}

export function text(): z.ZodType<string> {
  return z.string({ error: ({ input }) => `takes text, not ${nameOf(input)}` });
}

export function number(): z.ZodType<number> {
  return doubleValue;
}

export function flag(): z.ZodType<boolean> {
  return z.boolean({ error: ({ input }) => `takes true or false, not ${nameOf(input)}` });
}

export function date(dated: Dated, clock: Clock | null): z.ZodType<string> {
  return onDays(clock, {
    takes: "a date as text, YYYY-MM-DD",
    read: (written, at) => dayOf(written, dated.template, at),
    expected: (given) => `takes a date such as 2026-01-31 or a word such as today; ${given} is neither`,
  });
}

export function span(dated: Dated, clock: Clock | null): z.ZodType<Span> {
  return onDays(clock, {
    takes: "a timestamp or a date as text",
    read: (written, at) => spanOf(written, dated.template, at),
    expected: (given) =>
      `takes a timestamp such as 2026-01-31T09:30:00Z, a date such as 2026-01-31 or a word such as today; ${given} is none of these`,
  });
}

/** The days of a word such as `past_7_days`. */
export function days(dated: Dated, clock: Clock | null): z.ZodType<DayRange> {
  return onDays(clock, { ...ranges, read: (written, at) => daysOf(written, dated.template, at) });
}

/** The moments of such days. */
export function daysOfMoments(dated: Dated, clock: Clock | null): z.ZodType<Span> {
  return onDays(clock, { ...ranges, read: (written, at) => spanOfRange(written, dated.template, at) });
}

const ranges = {
  takes: "days as text",
  expected: (given: string) => `takes days such as past_7_days; ${given} is none`,
};

interface DaysAsked<Read> {
  /** The form in which it is written. */
  readonly takes: string;
  readonly read: (written: string, clock: Clock) => Read | undefined;
  /** The message for a text that cannot be read. */
  readonly expected: (given: string) => string;
}

/** Reads dates. Without a clock, words for days are refused. */
function onDays<Read>(clock: Clock | null, { takes, read, expected }: DaysAsked<Read>): z.ZodType<Read> {
  return z
    .string({ error: ({ input }) => `takes ${takes}, not ${nameOf(input)}` })
    .transform((written, context) => {
      const isRefused = clock === null && isDayWord(written);
      const found = isRefused ? undefined : read(written, clock ?? noClock);
      if (found !== undefined) return found;
      context.addIssue(
        isRefused ? `cannot be ${quote(written)} ${inComputedFields}` : expected(quote(written)),
      );
      return z.NEVER;
    });
}

/** Ends messages about operators and operands of the viewer and the day. */
export const inComputedFields = "in a computed field, whose values are the same for everybody";

/** Reads the days of absolute dates. */
const noClock: Clock = { now: 0, timeZone: "UTC" };

export function uuid(): z.ZodType<string> {
  return z
    .string({ error: ({ input }) => `takes a record id, a UUID, not ${nameOf(input)}` })
    .refine((given) => recordId.safeParse(given).success, {
      error: ({ input }) => `takes a record id, which is a UUID; ${quote(input)} is not one`,
    })
    .toLowerCase();
}

export function option({ template }: Subject): z.ZodType<string> {
  const select = template as SelectTemplate;
  return optionLabel(select).transform((label) => optionIdOf(label, select));
}

export function person({ template }: Subject): z.ZodType<string> {
  return z
    .string({ error: ({ input }) => `takes the id of a person, not ${nameOf(input)}` })
    .toLowerCase()
    .refine((id) => personById(template as PeopleTemplate, id) !== undefined, {
      error: ({ input }) => `takes the id of a person; ${quote(input)} is not one`,
    });
}

/** The shape of the field's own values. */
export function fieldValue({ field }: Subject): z.ZodType<string> {
  if (!field) throw new Error("only a field has values");
  return field.value as z.ZodType<string>;
}

export function listOf<Item>(
  item: (subject: Subject, clock: Clock | null) => z.ZodType<Item>,
): (subject: Subject, clock: Clock | null) => z.ZodType<Item[]> {
  return (subject, clock) => z.array(item(subject, clock));
}
