import type { Field } from "@/lib/contract/fields";
import { dateDemand } from "@/lib/contract/view-types";
import { fieldTypeOf } from "@/lib/field-types";

/** The fields that a calendar can place records by: writable ones first, because dragging a record writes the field. */
export function dateFields(fields: readonly Field[]): Field[] {
  const found = fields.filter(dateDemand.isMet);
  const isComputed = (field: Field) => Number(fieldTypeOf(field).isComputed ?? false);
  return found.toSorted((one, other) => isComputed(one) - isComputed(other));
}

/** The fields that can have the last date of records: those of the same kind as the first. */
export function endFields(fields: readonly Field[], start: Field): Field[] {
  return dateFields(fields).filter(
    (field) => field.id !== start.id && fieldTypeOf(field).storage === fieldTypeOf(start).storage,
  );
}

/** The likeliest field with the last date: the next one of the same kind that can be written. */
export function likeliestEndField(fields: readonly Field[], start: Field): Field | undefined {
  const after = fields.slice(fields.findIndex(({ id }) => id === start.id) + 1);
  return endFields(after, start).find((field) => !fieldTypeOf(field).isComputed && endName.test(field.name));
}

/** The names of fields that end a period; the date of an invoice, for example, does not. */
const endName = /\b(end|ends|until|till|to|due|deadline|finish|finished|last|bis|ende)\b/i;
