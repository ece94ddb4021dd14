import { z } from "zod";
import { listUpTo } from "../field-types/list";
import { direction } from "./direction";
import { filter } from "./filters";
import { limits } from "./limits";
import { requireViewForConfig, searched } from "./lists";
import { viewConfigUpdate } from "./views";

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

/** How many groups one answer holds. */
export const mostGroups = 1_000;

/** What to compute over which records; once for all of them, or for each group. */
export const recordAggregate = z
  .strictObject({
    filter: filter.optional(),
    search: searched.optional(),
    viewId: z.string().optional(),
    config: viewConfigUpdate
      .pick({ filter: true })
      .optional()
      .describe("A filter that stands in place of the view’s own for this call; nothing is saved."),
    groupBy: listUpTo(
      3,
      "fields",
      z.array(z.strictObject({ field: z.string(), direction: direction.default("asc") })),
    ).default([]),
    aggregates: listUpTo(
      limits.fieldsPerTable,
      "",
      z.array(z.strictObject({ field: z.string(), function: z.enum(aggregateFunctions) })),
    ),
  })
  .superRefine(requireViewForConfig);
export type RecordAggregate = z.infer<typeof recordAggregate>;

export const aggregateGroups = z.object({
  groups: z.array(
    z.object({
      key: z
        .record(z.string(), z.unknown())
        .describe("The group's values by field id; empty without `groupBy`."),
      count: z.int().describe("How many records the group has."),
      values: z
        .array(z.union([z.number(), z.string(), z.null()]))
        .describe(
          "What was computed, in the order of `aggregates`; null where there was nothing to compute with.",
        ),
    }),
  ),
  hasMore: z.boolean().describe("Whether there are more groups than an answer holds."),
});
export type AggregateGroups = z.infer<typeof aggregateGroups>;
