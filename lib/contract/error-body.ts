import * as z from "zod";
import { type ErrorCode, errorStatus } from "./errors";
import { record } from "./records";

/** The shape of `ErrorDetail`. */
export const errorDetail = z.object({
  path: z.string().describe("The key as the caller wrote it, such as `records[17].Email`."),
  message: z.string().describe("A predicate that continues the path, such as `is required`."),
  start: z.int().optional().describe("First UTF-16 unit of a mistake in a formula, from 0."),
  end: z.int().optional().describe("End of the mistake, exclusive."),
  record: record.optional().describe("With 412: the current record, if the caller may read it."),
});

export const errorBody = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
      message: z.string().describe("Explains the problem and how to fix it, for people."),
      details: z
        .array(errorDetail)
        .optional()
        .describe("The problems by path, if the error concerns parts of the request."),
      requestId: z.string().describe("Equals the header `X-Request-Id`."),
    }),
  })
  .describe("The body of every error response.");
export type ErrorBody = z.infer<typeof errorBody>;
