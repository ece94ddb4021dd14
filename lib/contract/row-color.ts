/** The colours of rows and cells: those of the options of a field, or of the first rule that a record matches. */
import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { optionColors } from "../field-types/option";
import { nameOf } from "../field-types/text";
import { filter } from "./filters";
import { limits } from "./limits";
import { tryParse } from "./parse";

/** Maximum number of rules. */
export const maxColorRules = 20;

const color = z.enum(optionColors);

export const rowColor = z
  .union([
    z.object({ fieldId: z.string() }),
    z
      .array(z.object({ filter, color, fieldIds: z.array(z.string()).optional() }))
      .describe(
        "A rule colours the row or card, or with `fieldIds` only the cells of these fields. The first one that matches counts, for the row and for each cell; colours of cells lie over those of rows.",
      ),
  ])
  .nullable()
  .describe(
    "The colours of rows and cards: those of a single select, or of the first rule that matches; null for none.",
  );

export type RowColor = NonNullable<z.infer<typeof rowColor>>;
export type ColorRule = Extract<RowColor, readonly unknown[]>[number];

const byField = z.strictObject({ fieldId: z.string().describe("The id or name of a single select.") });
const fieldIds = listUpTo(
  limits.fieldsPerTable,
  "fields",
  z.array(z.string()).min(1, { error: "takes at least one field; omit it to colour rows" }),
).optional();
const byRules = listUpTo(maxColorRules, "rules", z.array(z.strictObject({ filter, color, fieldIds })));

export const writtenRowColor = z.preprocess(
  (input, context) => {
    if (typeof input !== "object" || input === null) return input;
    // A union would not say what is wrong within its parts.
    const read = tryParse<z.ZodType>(Array.isArray(input) ? byRules : byField, input);
    if (read.success) return read.data;
    for (const { path, message } of read.error.issues) context.addIssue({ code: "custom", path, message });
    return z.NEVER;
  },
  z
    .union([byField, byRules], {
      error: ({ input }) =>
        `takes { fieldId }, a list of { filter, color, fieldIds? } or null, not ${nameOf(input)}`,
    })
    .nullable(),
);
