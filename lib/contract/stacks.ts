import * as z from "zod";
import { listedRecord, recordList, searched } from "./lists";
import { stackKey } from "./stack-key";
import { viewConfigUpdate } from "./views";

/** Maximum number of stacks in one response. */
export const maxStacks = 200;

/** Number of records of each stack that boards begin with. */
export const maxFirstOfStack = 20;

const { shape: listShape } = recordList;

/** Lists the stacks of a kanban view, each with its first records. */
export const stackList = z.strictObject({
  viewId: z.string().describe("A view with a stack field."),
  config: viewConfigUpdate
    .pick({
      filter: true,
      sorts: true,
      hiddenFieldIds: true,
      stackFieldId: true,
      stackAggregate: true,
      stackOrder: true,
      hideEmptyStacks: true,
    })
    .optional()
    .describe("Override the view's settings for this call; nothing is saved."),
  timeZone: listShape.timeZone,
  search: searched.optional().describe("Text to find in any value, ignoring case."),
  fields: listShape.fields,
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(maxFirstOfStack)
    .describe("Maximum number of records of each stack."),
  counts: z
    .boolean()
    .default(true)
    .describe(
      "False to answer at once in a table of any size: stacks then come without counts and aggregates where those would take long, and with the records found near the top.",
    ),
});
export type StackList = z.output<typeof stackList>;

export const stackPage = z
  .object({
    fieldId: z.string().describe("The stack field."),
    stacks: z
      .array(
        z.object({
          key: stackKey,
          count: z
            .union([z.int(), z.null()])
            .describe("Number of records in the stack; null only if `counts` is false."),
          value: z
            .union([z.number(), z.string(), z.null()])
            .describe(
              "The stack's aggregate; null without one, without values to compute it from, or if not counted.",
            ),
          records: z.array(listedRecord),
        }),
      )
      .describe("In the order of the board: no value first."),
    hasMore: z.boolean().describe("True if there are more stacks than the response contains."),
  })
  .describe("The stacks of a kanban view.");
export type StackPage = z.infer<typeof stackPage>;
