export const aggregateFunctions = [
  "count",
  "count_empty",
  "count_filled",
  "count_unique",
  "percent_empty",
  "percent_filled",
  "percent_unique",
  "sum",
  "average",
  "median",
  "min",
  "max",
  "range",
] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** Maximum number of groups in one response. */
export const maxGroups = 1_000;
