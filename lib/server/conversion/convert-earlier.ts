import { tryParse } from "../../contract/parse";
import { isEmpty, typedTemplate } from "../../field-types";
import { convert } from "../../field-types/convert";
import { storageKinds } from "../../field-types/storage";
import { presentValue, storeValue } from "../records/values";
import type { SchemaField } from "../structure/schemas";

/** Converts a value stored earlier to the field's current form; undefined if that is not possible. */
export function convertEarlier(field: SchemaField, stored: unknown): unknown {
  if (stored === null) return null;
  const { storage, isComputed } = field.fieldType;
  // These are never written by callers, so the shape of written values does not apply.
  if (storage === "files" || isComputed) return storageKinds[storage].holds(stored) ? stored : undefined;
  const value = presentEarlier(field, stored);
  const read = tryParse(field.value, value);
  if (!read.success || isShorter(value, stored)) return undefined;
  return storeValue(field, read.data);
}

/** Keeps the stored form of a value from another type. */
function presentEarlier(field: SchemaField, stored: unknown): unknown {
  const isOfType = Array.isArray(stored) === Array.isArray(field.fieldType.empty);
  return isOfType ? presentValue(field, stored) : stored;
}

/** Converts by plain text if the field accepts nothing else, for values whose earlier type is unknown. */
export function convertEarlierByText(field: SchemaField, stored: unknown): unknown {
  const fits = convertEarlier(field, stored);
  const type = plainTypes[typeof stored];
  if (fits !== undefined || type === undefined) return fits;
  const from = typedTemplate({ type, template: {} });
  const value = convert(stored, from, field);
  return value === undefined || isEmpty(field.fieldType, value) ? undefined : storeValue(field, value);
}

const plainTypes: { readonly [type: string]: string } = {
  string: "long_text",
  number: "number",
  boolean: "checkbox",
};

/** True if options of the list no longer exist. */
function isShorter(value: unknown, stored: unknown): boolean {
  return Array.isArray(stored) && (!Array.isArray(value) || value.length < stored.length);
}
