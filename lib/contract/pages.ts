import * as z from "zod";
import { limits } from "./limits";
import { queryShape } from "./query";

/** Page size and cursor as query parameters, where numbers are texts. */
export const pageQuery = queryShape({
  limit: pageLimit(limits.recordsPerCall).describe("Maximum number of entries; 100 by default."),
  cursor: z.string().optional().describe("The `nextCursor` of the previous page."),
});
export type PageQuery = z.output<typeof pageQuery>;

export const defaultPage = 100;

/** A page size as a query parameter, from 1 to `most`. */
export function pageLimit(most: number) {
  return z
    .string()
    .regex(/^[1-9]\d{0,5}$/, { error: "takes a whole number from 1 up" })
    .transform(Number)
    .refine((number) => number <= most, { error: `takes at most ${most}` })
    .optional();
}
