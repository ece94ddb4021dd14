import { tryParse } from "../../contract/errors";
import { isEmpty, typedTemplate } from "../../field-types";
import { convert } from "../../field-types/convert";
import { storageKinds } from "../../field-types/storage";
import { presentValue } from "../records/values";
import type { SchemaField } from "./schemas";

/** A stored value of earlier as the field, as it is now, stores it; undefined where it does not take it. */
export function fitting(field: SchemaField, stored: unknown): unknown {
  if (stored === null) return null;
  const { storage, isComputed } = field.fieldType;
  // Nobody writes these, so that the shape of what is written says nothing of them.
  if (storage === "files" || isComputed) return storageKinds[storage].holds(stored) ? stored : undefined;
  const value = presentEarlier(field, stored);
  const read = tryParse(field.value, value);
  if (!read.success || isShorter(value, stored)) return undefined;
  return store(field, read.data);
}

/** One from when the field was of another type may stay as it was stored. */
function presentEarlier(field: SchemaField, stored: unknown): unknown {
  const isOfType = Array.isArray(stored) === Array.isArray(field.fieldType.empty);
  return isOfType ? presentValue(field, stored) : stored;
}

/** The same, by its plain text where the field takes that only: of a value that nothing else is known of. */
export function fittingByText(field: SchemaField, stored: unknown): unknown {
  const fits = fitting(field, stored);
  const type = plainTypes[typeof stored];
  if (fits !== undefined || type === undefined) return fits;
  const from = typedTemplate({ type, template: {} });
  const value = convert(stored, from, field);
  return value === undefined || isEmpty(field.fieldType, value) ? undefined : store(field, value);
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

function store({ fieldType: type, template }: SchemaField, value: unknown): unknown {
  return type.store ? type.store(value, template) : value;
}
