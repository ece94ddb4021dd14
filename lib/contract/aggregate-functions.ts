export const aggregateFunctions = [
  "count",
  "count_empty",
  "count_filled",
  "count_unique",
  "sum",
  "average",
  "median",
  "min",
  "max",
] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** Maximum number of groups in one response. */
export const maxGroups = 1_000;
