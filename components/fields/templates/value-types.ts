import type { Field } from "@/lib/contract/fields";
import { fieldTypeOf } from "@/lib/field-types";
import type { ItemType } from "@/lib/field-types/computed/rollup-functions";
import type { StorageKind } from "@/lib/field-types/storage";
import { itemOf, type Type } from "@/lib/formulas/types";

/** The type of a field's values in formulas; undefined for lists that only the server knows. */
export function valueTypeOf(field: Pick<Field, "type" | "template">): Type | undefined {
  return types[fieldTypeOf(field).storage];
}

/** The type of a field's single values, as rollups take them. */
export function itemTypeOf(field: Pick<Field, "type" | "template">): ItemType | undefined {
  const type = valueTypeOf(field);
  return type && (itemOf(type) as ItemType);
}

const types: { readonly [Kind in StorageKind]: Type | undefined } = {
  text: "text",
  number: "number",
  boolean: "checkbox",
  date: "date",
  timestamp: "datetime",
  option: "text",
  options: "text[]",
  people: "text[]",
  files: "text[]",
  links: "text[]",
  lookup: undefined,
  list: undefined,
};
