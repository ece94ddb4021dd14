import { tryParse } from "../../contract/errors";
import { isEmpty, typedTemplate } from "../../field-types";
import { convert } from "../../field-types/convert";
import { storageKinds } from "../../field-types/storage";
import { presentValue, storeValue } from "../records/values";
import type { SchemaField } from "../structure/schemas";

/** Converts a value that was stored earlier to what the field stores now; undefined where it does not take it. */
export function convertEarlier(field: SchemaField, stored: unknown): unknown {
  if (stored === null) return null;
  const { storage, isComputed } = field.fieldType;
  // Nobody writes these, so that the shape of what is written says nothing of them.
  if (storage === "files" || isComputed) return storageKinds[storage].holds(stored) ? stored : undefined;
  const value = presentEarlier(field, stored);
  const read = tryParse(field.value, value);
  if (!read.success || isShorter(value, stored)) return undefined;
  return storeValue(field, read.data);
}

/** One from when the field was of another type may stay as it was stored. */
function presentEarlier(field: SchemaField, stored: unknown): unknown {
  const isOfType = Array.isArray(stored) === Array.isArray(field.fieldType.empty);
  return isOfType ? presentValue(field, stored) : stored;
}

/** Converts by plain text where the field takes no more than that: for values whose type of then is unknown. */
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

/** Whether options of the list are no more. */
function isShorter(value: unknown, stored: unknown): boolean {
  return Array.isArray(stored) && (!Array.isArray(value) || value.length < stored.length);
}
