import { createObservable } from "@/lib/client/observable";
import type { Field } from "@/lib/contract/fields";
import { keptDefault } from "@/lib/field-types/default-value";

/** The values of a new record by field id. */
export type NewValues = { readonly [fieldId: string]: unknown };

/** A new record that lacks values of required fields. */
export interface RequiredRequest {
  readonly databaseId: string;
  readonly tableId: string;
  /** The fields to be filled in. */
  readonly fields: readonly Field[];
  /** The values that the record has already. */
  readonly values: NewValues;
  /** Called with all values, or with null if the record is not to be added. */
  readonly onDone: (values: NewValues | null) => void;
}

/** The request whose dialog is open. */
export const requiredRequest = createObservable<RequiredRequest | null>(null);

interface NewRecord extends Pick<RequiredRequest, "databaseId" | "tableId" | "values"> {
  /** The fields to which the person may give values. */
  readonly fields: readonly Field[];
}

/** Asks for the values that a new record must have, if it lacks any; null if the record is not to be added. */
export function withRequiredValues({ fields, values, ...place }: NewRecord): Promise<NewValues | null> {
  const missing = fields.filter((field) => isMissing(field, values));
  if (missing.length === 0) return Promise.resolve(values);
  if (requiredRequest.get() !== null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const onDone = (all: NewValues | null) => {
      requiredRequest.set(null);
      resolve(all);
    };
    requiredRequest.set({ ...place, fields: missing, values, onDone });
  });
}

function isMissing({ id, isRequired, template }: Field, values: NewValues): boolean {
  return isRequired === true && values[id] === undefined && keptDefault(template) === undefined;
}
