import type { Field } from "@/lib/contract/fields";

/** The fields to which the person may give values; the server would refuse a whole record with others. */
export function writableFields(
  { fields }: { readonly fields: readonly Field[] },
  lockedFieldIds: ReadonlySet<string>,
): Field[] {
  return fields.filter(({ id }) => !lockedFieldIds.has(id));
}
