import { type Edits, shownValue } from "@/components/edits/edits";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import { fieldTypeOf, isEmpty } from "@/lib/field-types";
import { keptDefault } from "@/lib/field-types/default-value";

/**
 * The values that a copy of a record gets in these fields: all that can be written, including pending edits, but none that
 * must be unique. Empty cells stay empty where a new record would get a default value.
 */
export function copiedValues(
  { id: recordId, data }: Record,
  { fields, edits }: { readonly fields: readonly Field[]; readonly edits: Edits },
): { [fieldId: string]: unknown } {
  const ofRecord = edits.records.get(recordId);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = shownValue(ofRecord, field.id, data[field.id]);
      const its = fieldTypeOf(field);
      if (its.isComputed) return [];
      if (!isEmpty(its, value) && !field.isUnique) return [[field.id, value]];
      return keptDefault(field.template) === undefined ? [] : [[field.id, null]];
    }),
  );
}
