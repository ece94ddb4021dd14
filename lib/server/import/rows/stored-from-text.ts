import { isEmpty } from "../../../field-types";
import { columnReader } from "../../../field-types/columns";
import { storeValue } from "../../records/values";
import type { SchemaField } from "../../structure/schemas";

/** The stored value of a text in a field; undefined if the field cannot take it, or if it is empty. */
export function storedFromText(field: SchemaField, text: string): unknown {
  const value = columnReader(field, {})(text);
  return value === undefined || isEmpty(field.fieldType, value) ? undefined : storeValue(field, value);
}

/** True if records cannot be created by a text of the primary field. */
export function isComputedPrimary({ fieldType }: SchemaField): boolean {
  return fieldType.isComputed ?? false;
}
