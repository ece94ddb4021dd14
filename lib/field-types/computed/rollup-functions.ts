import type { ResultType } from "./results";

/** Types of single values that rollups aggregate. */
export type ItemType = Exclude<ResultType, "list">;

/** A function over the values of a field in the linked records. */
export interface RollupFunction {
  /** Name in the page, as in "Sum of Amount". */
  readonly label: string;
  readonly fits: (item: ItemType) => boolean;
  /** Types of values that it takes, for messages. */
  readonly takes: string;
  /** Type of the result; "item" for that of the values. */
  readonly result: ResultType | "item";
}

const any = { fits: () => true, takes: "values of any type" };
const numbers = { fits: (item: ItemType) => item === "number", takes: "numbers" };
const moments = { fits: (item: ItemType) => item === "date" || item === "datetime", takes: "dates" };
const ordered = {
  fits: (item: ItemType) => numbers.fits(item) || moments.fits(item),
  takes: "numbers or dates",
};
const checkboxes = { fits: (item: ItemType) => item === "checkbox", takes: "checkboxes" };

/** The functions of rollups, in the order of the page's list. */
export const rollupFunctions = {
  sum: { label: "Sum", ...numbers, result: "number" },
  average: { label: "Average", ...numbers, result: "number" },
  median: { label: "Median", ...numbers, result: "number" },
  min: { label: "Minimum", ...ordered, result: "item" },
  max: { label: "Maximum", ...ordered, result: "item" },
  range: { label: "Range", ...ordered, result: "number" },
  count: { label: "Number of all", ...any, result: "number" },
  count_filled: { label: "Number filled", ...any, result: "number" },
  count_empty: { label: "Number empty", ...any, result: "number" },
  count_unique: { label: "Number of unique values", ...any, result: "number" },
  percent_filled: { label: "Percentage filled", ...any, result: "number" },
  and: { label: "All ticked", ...checkboxes, result: "checkbox" },
  or: { label: "Any ticked", ...checkboxes, result: "checkbox" },
  xor: { label: "An odd number ticked", ...checkboxes, result: "checkbox" },
  join: { label: "Joined text", ...any, result: "text" },
  unique: { label: "Unique values", ...any, result: "list" },
  first: { label: "First", ...any, result: "item" },
  last: { label: "Last", ...any, result: "item" },
  earliest: { label: "Earliest", ...moments, result: "item" },
  latest: { label: "Latest", ...moments, result: "item" },
} as const satisfies Record<string, RollupFunction>;

export type RollupFunctionName = keyof typeof rollupFunctions;

export const rollupFunctionNames = Object.keys(rollupFunctions) as RollupFunctionName[];
