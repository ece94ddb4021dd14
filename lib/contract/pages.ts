import { z } from "zod";
import { limits } from "./limits";
import { queryShape } from "./query";

/** How much of a list to answer, and where to go on: in an address, where numbers are texts. */
export const pageQuery = queryShape({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, { error: "takes a whole number from 1 up" })
    .transform(Number)
    .refine((number) => number <= limits.recordsPerCall, {
      error: `takes at most ${limits.recordsPerCall}`,
    })
    .optional()
    .describe("At most so many; 100 when left out."),
  cursor: z.string().optional().describe("The `nextCursor` of the page before."),
});
export type PageQuery = z.output<typeof pageQuery>;

export const defaultPage = 100;
