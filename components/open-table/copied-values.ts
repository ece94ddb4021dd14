import { type Edits, shownValue } from "@/components/edits/edits";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { fieldTypeOf, isEmpty } from "@/lib/field-types";

/** The values that a copy of a record gets: all that can be written, including pending edits. */
export function copiedValues(
  { id: recordId, data }: Record,
  { table, edits }: { readonly table: Table; readonly edits: Edits },
): { [fieldId: string]: unknown } {
  const ofRecord = edits.records.get(recordId);
  return Object.fromEntries(
    table.fields.flatMap((field) => {
      const value = shownValue(ofRecord, field.id, data[field.id]);
      const its = fieldTypeOf(field);
      return its.isComputed || isEmpty(its, value) ? [] : [[field.id, value]];
    }),
  );
}
