import { Prisma, type Sql } from "../db";
import type { LoggedEntry } from "../log/change-rows";

/** SQL: `changed` is a row of `ChangedRecord` of the entry. */
export function isOf({ tableId, number }: Pick<LoggedEntry, "tableId" | "number">): Sql {
  return Prisma.sql`changed."tableId" = ${tableId} AND changed."entry" = ${number}::bigint`;
}
