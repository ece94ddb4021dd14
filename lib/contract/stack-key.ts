import * as z from "zod";
import { listUpTo } from "../field-types/list";
import type { StackKey } from "../field-types/stacks";

/** Maximum number of stacks whose order or collapse a view stores. */
export const maxStackKeys = 1_000;

/** Option values, and ids of records and people. No other text is a key. */
const textKey = /^[\dA-Za-z-]{1,36}$/;

const expected =
  "takes the value of an option, a number, true or false, the id of a record or person, or null for no value";

/** The value of the stack field that the records of a stack have. */
export const stackKey: z.ZodType<StackKey> = z
  .union([z.string().regex(textKey, { error: expected }), z.number(), z.boolean(), z.null()], {
    error: expected,
  })
  .describe(
    "The `value` of an option, a number, true or false, the id of a record or person; null for no value.",
  );

export const stackKeys = listUpTo(maxStackKeys, "stacks", z.array(stackKey));
