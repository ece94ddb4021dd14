import type { Field } from "@/lib/contract/fields";
import { stacksOf } from "@/lib/field-types";

/** The fields that a board can stack records by. */
export function stackableFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => stacksOf(field) !== undefined);
}

/** The likeliest field to stack by: one whose values are known in advance. */
export function likeliestStackField(fields: readonly Field[]): Field | undefined {
  const stackable = stackableFields(fields);
  return stackable.find((field) => (stacksOf(field)?.keys?.length ?? 0) > 2) ?? stackable[0];
}
