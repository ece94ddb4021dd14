import * as z from "zod";
import { formatTemplate, results, serverKeys, serverTemplate } from "../computed/results";
import { rollupFunctionNames } from "../computed/rollup-functions";
import { defineFieldType } from "../field-type";
import { linkTemplate } from "./lookup";

/** Template key of a filter on the linked records; the server checks its parts. */
export const linkedFilter = z
  .unknown()
  .default(null)
  .describe("A filter of the linked records, as in lists; null for all of them.");

export const rollupTemplate = z.strictObject({
  ...linkTemplate,
  function: z.enum(rollupFunctionNames, {
    error: () => `takes one of ${rollupFunctionNames.join(", ")}`,
  }),
  filter: linkedFilter,
  separator: z.string().max(100).default(", ").describe("Text between the values of the function join."),
  ...serverTemplate,
  ...formatTemplate,
});
export type RollupTemplate = z.infer<typeof rollupTemplate>;

const amounts = { linkFieldId: "fAbcdefghij", targetFieldId: "fBcdefghijk", function: "sum" } as const;

export const rollup = defineFieldType<unknown, RollupTemplate>({
  type: "rollup",
  label: "Rollup",
  description: "One value from a field of the linked records, such as their sum.",
  canBePrimary: false,
  ...results,
  template: rollupTemplate,
  serverKeys,
  reads: ({ linkFieldId, targetFieldId, fieldIds = [linkFieldId, targetFieldId] }) => fieldIds,
  withoutReads: (template) => ({
    ...template,
    linkFieldId: "",
    targetFieldId: "",
    filter: null,
    fieldIds: [],
  }),
  examples: [
    { template: { ...amounts, resultType: "number" }, input: 120.5, text: "120.5" },
    { template: { ...amounts, function: "join", resultType: "text" }, input: "Ada, Bob", text: "Ada, Bob" },
    { template: { ...amounts, function: "unique", resultType: "list" }, input: ["Ada"], text: "Ada" },
    {
      template: { ...amounts, function: "latest", resultType: "date" },
      input: "2026-01-31",
      text: "2026-01-31",
    },
  ],
  counterexamples: [{ template: { ...amounts, resultType: "number" }, input: "abc" }],
});
