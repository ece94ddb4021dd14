import { z } from "zod";
import { databaseId, timestamp } from "./ids";
import { name } from "./names";
import { refuseDuplicates, table, tableCreate } from "./tables";

/** A database; "base" in paths and code. */
export const base = z.object({
  id: databaseId,
  name: z.string(),
  tables: z.array(table),
  createdAt: timestamp,
  updatedAt: timestamp,
  /** Opens the database in the web application. */
  url: z.url(),
});
export type Base = z.infer<typeof base>;

export const baseCreate = z
  .strictObject({ name, tables: z.array(tableCreate).default([]) })
  .superRefine(({ tables }, context) => refuseDuplicates(tables, "tables", context));
export type BaseCreate = z.infer<typeof baseCreate>;
