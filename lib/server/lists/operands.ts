/** The operands of operators of filters, as callers write them. */
import * as z from "zod";
import { recordId } from "../../contract/ids";
import { isDate } from "../../field-types/date";
import { doubleValue } from "../../field-types/number";
import { optionIdOf, optionLabel, type SelectTemplate } from "../../field-types/option";
import { type PeopleTemplate, personById } from "../../field-types/people";
import { type Span, spanOf } from "../../field-types/span";
import { nameOf, quote } from "../../field-types/text";
import type { Subject } from "./subject";

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

export function date(): z.ZodType<string> {
  return z
    .string({ error: ({ input }) => `takes a date as text, YYYY-MM-DD, not ${nameOf(input)}` })
    .refine(isDate, { error: ({ input }) => `takes a date such as 2026-01-31; ${quote(input)} is not one` });
}

export function span({ template }: Subject): z.ZodType<Span> {
  return z
    .string({ error: ({ input }) => `takes a timestamp or a date as text, not ${nameOf(input)}` })
    .transform((written, context) => {
      const read = spanOf(written, template);
      if (read) return read;
      context.addIssue(
        `takes a timestamp such as 2026-01-31T09:30:00Z or a date such as 2026-01-31; ${quote(written)} is neither`,
      );
      return z.NEVER;
    });
}

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
  item: (subject: Subject) => z.ZodType<Item>,
): (subject: Subject) => z.ZodType<Item[]> {
  return (subject) => z.array(item(subject));
}
