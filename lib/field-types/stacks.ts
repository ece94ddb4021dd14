/** The stacks in which a board shows the records of a table. */

/** An option's `value`, a number, true or false, the id of a record or person; null for no value. */
export type StackKey = string | number | boolean | null;

/** The stacks of a field, beside the one for no value. */
export interface Stacks {
  /** Every possible stack in its natural order. Omitted if only values of records have one. */
  readonly keys?: readonly StackKey[];
}

/** True if records with this value make a stack. `empty` is the field's value in an empty cell. */
export function hasStack({ keys }: Stacks, key: StackKey, empty: unknown): boolean {
  if (key === null) return empty !== false;
  return keys ? keys.includes(key) : typeof key === "string" && uuid.test(key);
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** For types whose stacks are the values of records. */
export const stacksOfValues: Stacks = {};
