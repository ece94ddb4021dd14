import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { everyAction } from "./actions";
import { databaseId, timestamp } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { roles } from "./roles";
import { refuseDuplicates, table, tableCreate } from "./tables";

/** A database, called "base" in paths and code. */
export const base = z
  .object({
    id: databaseId,
    name: z.string(),
    tables: z.array(table),
    createdAt: timestamp,
    updatedAt: timestamp,
    url: z.url().describe("Opens the database in the web application."),
  })
  .describe("A database with its tables.");
export type Base = z.infer<typeof base>;

/** A database, with what the caller may do there. */
export const openBase = base.extend({
  role: z.enum(roles).describe("Your role in the database."),
  may: z.array(z.enum(everyAction)).describe("What you may do, by role and key."),
});
export type OpenBase = z.infer<typeof openBase>;

export const baseCreate = z
  .strictObject({
    name,
    tables: listUpTo(limits.tablesPerCall, "tables", z.array(tableCreate)).default([]),
  })
  .superRefine(({ tables }, context) => refuseDuplicates(tables, "tables", context));
export type BaseCreate = z.infer<typeof baseCreate>;

export const baseUpdate = z.strictObject({ name: name.optional() });
export type BaseUpdate = z.infer<typeof baseUpdate>;

export const baseDuplicate = z.strictObject({
  name: name.optional().describe("The name of the copy; by default the original's name followed by “copy”."),
  records: z.boolean().default(true).describe("False to copy the tables, fields and views alone."),
});
export type BaseDuplicate = z.infer<typeof baseDuplicate>;
