import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf } from "@/lib/field-types";
import type { SelectTemplate } from "@/lib/field-types/option";
import type { StackKey } from "@/lib/field-types/stacks";

export type Option = SelectTemplate["options"][number];

/** The options of a select field, each of which is a stack; undefined for other fields. */
export function optionsOf(field: Field): readonly Option[] | undefined {
  return fieldTypeOf(field).optionsFor ? (field.template as SelectTemplate).options : undefined;
}

/** The option of a stack. */
export function optionOf(field: Field, key: StackKey): Option | undefined {
  return optionsOf(field)?.find(({ value }) => value === key);
}
