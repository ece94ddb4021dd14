import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf } from "@/lib/field-types";
import { matchableKinds } from "@/lib/field-types/storage";

/** The fields that an import can write. */
export function writableFields(fields: readonly Field[]): Field[] {
  return fields.filter((field) => !fieldTypeOf(field).isComputed);
}

/** True if records can be matched by the field. */
export function isMatchable(field: Field): boolean {
  return matchableKinds.includes(fieldTypeOf(field).storage);
}

/**
 * Assigns columns to fields of a table by name: equal names first, then those that differ only in case, spaces and
 * signs. Each field takes one column. Returns the id of a field for each column, or null.
 */
export function matchFields(columns: readonly string[], fields: readonly Field[]): (string | null)[] {
  const matched: (string | null)[] = columns.map(() => null);
  const free = new Set(writableFields(fields));
  for (const keyOf of [(name: string) => name.trim(), simplified]) {
    for (const [index, column] of columns.entries()) {
      if (matched[index] !== null) continue;
      const key = keyOf(column);
      const field = [...free].find((each) => key !== "" && keyOf(each.name) === key);
      if (!field) continue;
      free.delete(field);
      matched[index] = field.id;
    }
  }
  return matched;
}

/** Leaves letters, marks and digits: "E-Mail" equals "email". */
function simplified(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}
