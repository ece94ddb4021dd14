/** The stacks in which a board shows the records of a table. */

/** An option's `value`, a number, true or false, the id of a record or person; null for no value. */
export type StackKey = string | number | boolean | null;

/** The stacks of a field, beside the one for no value. */
export interface Stacks {
  /** Every possible stack in its natural order. Omitted if only values of records have one. */
  readonly keys?: readonly StackKey[];
}

/** For types whose stacks are the values of records. */
export const stacksOfValues: Stacks = {};
