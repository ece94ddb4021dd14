import { Prisma, query, type Sql } from "../../db";
import type { Problems } from "./problems";
import { staging } from "./staging";

interface Rejecting {
  /** SQL for rows of the file with the columns `row` and `message`. */
  readonly wrong: Sql;
  /** The name of the field. */
  readonly field: string;
  /** SQL for the text of a row `given`. */
  readonly value: Sql;
}

/** Removes rows from the import, and reports why. */
export async function rejectRows({ wrong, field, value }: Rejecting, problems: Problems): Promise<void> {
  const rejected = await query<{ row: number; message: string; value: string }>(Prisma.sql`
    WITH wrong AS (${wrong}), rejected AS (
      DELETE FROM ${staging} AS given USING wrong WHERE given."row" = wrong."row"
      RETURNING given."row", wrong."message", coalesce(${value}, '') AS "value"
    )
    SELECT "row", "message", "value" FROM rejected ORDER BY "row"`);
  for (const each of rejected) problems.add({ ...each, field });
}
