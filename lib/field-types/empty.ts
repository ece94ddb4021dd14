import type { Resolution } from "./field-type";

/** True if a value leaves its cell empty, so that nothing is stored. */
export function isEmpty({ empty }: Pick<Resolution, "empty">, value: unknown): boolean {
  return (
    value === null || value === undefined || value === empty || (Array.isArray(value) && value.length === 0)
  );
}
