import * as z from "zod";
import { limits } from "../../contract/limits";

export const database = z.string().describe("The database's id or name.");
export const table = z.string().describe("The table's id or name.");
export const view = z.string().describe("The id or name of a view of the table.");

/** The arguments of every tool that reads or writes the records of a table. */
export const inTable = { database, table };

/** An argument of every write. */
export const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe(
    "A text of your choice. A repeated call with the same one changes nothing and gets the first answer.",
  );

export const typecast = z
  .boolean()
  .optional()
  .describe("True to create missing options of select fields instead of refusing their labels.");

/** Maximum number of records of a page. */
export const maxPage = Math.min(100, limits.recordsPerCall);

export function pageLimit(byDefault: number) {
  return z.int().min(1).max(maxPage).default(Math.min(byDefault, maxPage));
}

export const cursor = z.string().optional().describe("The `nextCursor` of the answer before.");
