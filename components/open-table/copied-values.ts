import { type Edits, shownValue } from "@/components/edits/edits";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import { fieldTypeOf, isEmpty } from "@/lib/field-types";

/** The values that a copy of a record gets in these fields: all that can be written, including pending edits. */
export function copiedValues(
  { id: recordId, data }: Record,
  { fields, edits }: { readonly fields: readonly Field[]; readonly edits: Edits },
): { [fieldId: string]: unknown } {
  const ofRecord = edits.records.get(recordId);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = shownValue(ofRecord, field.id, data[field.id]);
      const its = fieldTypeOf(field);
      return its.isComputed || isEmpty(its, value) ? [] : [[field.id, value]];
    }),
  );
}
