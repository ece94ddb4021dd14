import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { aggregateFunctions } from "./aggregate-functions";
import { direction } from "./direction";
import { filter } from "./filters";
import { limits } from "./limits";
import { requireViewForConfig, searched, stack } from "./lists";
import { timeZone } from "./time-zone";
import { viewConfigUpdate } from "./views";

/** Selects records and the functions to compute over them, per group if `groupBy` is given. */
export const recordAggregate = z
  .strictObject({
    filter: filter.optional(),
    timeZone: timeZone.optional(),
    search: searched.optional(),
    stack: stack.optional(),
    viewId: z.string().optional(),
    config: viewConfigUpdate
      .pick({ filter: true })
      .optional()
      .describe("Overrides the view's filter for this call; nothing is saved."),
    groupBy: listUpTo(
      3,
      "fields",
      z.array(z.strictObject({ field: z.string(), direction: direction.default("asc") })),
    ).default([]),
    aggregates: listUpTo(
      limits.fieldsPerTable,
      "",
      z.array(z.strictObject({ field: z.string(), function: z.enum(aggregateFunctions) })),
    ).describe(
      "`percent_…` are fractions of all records, from 0 to 1; an unticked checkbox is empty. `range` is the difference between `max` and `min`, of dates in days.",
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
      count: z.int().describe("Number of records in the group."),
      values: z
        .array(z.union([z.number(), z.string(), z.null()]))
        .describe("Results in the order of `aggregates`; null if the group has no values to compute from."),
    }),
  ),
  hasMore: z.boolean().describe("True if there are more groups than the response contains."),
});
export type AggregateGroups = z.infer<typeof aggregateGroups>;
