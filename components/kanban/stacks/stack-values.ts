import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf } from "@/lib/field-types";
import type { StackKey } from "@/lib/field-types/stacks";

/** Identifies a stack within its board. */
export function stackIdOf(key: StackKey): string {
  return JSON.stringify(key);
}

/** The value that the records of a stack have in its field. */
export function valueOfStack(field: Field, key: StackKey): unknown {
  const type = fieldTypeOf(field);
  if (key === null) return type.empty;
  const stored = Array.isArray(type.empty) ? [key] : key;
  return type.present ? type.present(stored, field.template) : stored;
}

/** The name of the stack for records without a value. */
export const noValueName = "No value";

/** The name of a stack; undefined for linked records, whose names are loaded. */
export function nameOfStack(field: Field, key: StackKey): string | undefined {
  if (key === null) return noValueName;
  if (typeof key === "boolean") return key ? "Checked" : "Unchecked";
  const type = fieldTypeOf(field);
  return type.look.cell === "records" ? undefined : type.display(valueOfStack(field, key), field.template);
}
