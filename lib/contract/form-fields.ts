/** The fields of a form as its view stores them. */
import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { textUpTo } from "../field-types/text";
import { type Filter, filter } from "./filters";
import { limits } from "./limits";

/** A field of a form, and how it is asked for. */
export interface FormField {
  readonly fieldId: string;
  /** The words above the input; null for the field's name. */
  readonly label: string | null;
  /** The words below the label; null for none. */
  readonly help: string | null;
  /** True if a submission needs a value while the field is shown. */
  readonly required: boolean;
  /** Shows the field only while the values of earlier fields match; null to show it always. */
  readonly showWhen: Filter | null;
  /** For linked records: the view of the linked table whose records are offered; null for other fields. */
  readonly linkViewId: string | null;
}

const label = z.string().nullable().describe("The words above the input; null for the field's name.");
const help = z.string().nullable().describe("The words below the label; null for none.");
const required = z.boolean().describe("True if a submission needs a value while the field is shown.");
const showWhen = filter
  .nullable()
  .describe("Shows the field only while the values of earlier fields match; null to show it always.");
const linkViewId = z
  .string()
  .nullable()
  .describe("For linked records: the view of the linked table whose records are offered.");

export const formFields = z.array(
  z.object({ fieldId: z.string(), label, help, required, showWhen, linkViewId }),
);

export const writtenFormFields = listUpTo(
  limits.fieldsPerTable,
  "fields",
  z.array(
    z.strictObject({
      fieldId: z.string().describe("The id or name of a field that can be written."),
      label: textUpTo(500).nullable().default(null),
      help: textUpTo(2_000).nullable().default(null),
      required: z.boolean().default(false),
      showWhen: showWhen.default(null),
      linkViewId: linkViewId.default(null),
    }),
  ),
);
