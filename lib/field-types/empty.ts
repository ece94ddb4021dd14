import type { Resolution } from "./field-type";

/** True if a stored value counts as none for required and unique fields: a text of no characters is stored, too. */
export function isBlank(stored: unknown): boolean {
  return stored === undefined || stored === null || stored === "";
}

/** True if a value leaves its cell empty, so that nothing is stored. */
export function isEmpty({ empty }: Pick<Resolution, "empty">, value: unknown): boolean {
  return (
    value === null || value === undefined || value === empty || (Array.isArray(value) && value.length === 0)
  );
}
