import * as z from "zod";
import { fieldId, tableId } from "./ids";

/** The roles that a rule may demand. All of them may change records without rules. */
export const ruledRoles = ["editor", "creator", "owner"] as const;
export type RuledRole = (typeof ruledRoles)[number];

/** The roles that a rule may demand for reading. All of them read fields without rules. */
export const readingRoles = ["viewer", "editor", "creator", "owner"] as const;
export type ReadingRole = (typeof readingRoles)[number];

/** The ways to write records that a rule of a table is about. */
export const ruledWrites = ["create", "update", "delete"] as const;
export type RuledWrite = (typeof ruledWrites)[number];

const least = z.enum(ruledRoles);
const given = least.default("editor");

export const tableRule = z.object({
  tableId,
  create: least.describe("The lowest role that may create records, or restore deleted ones."),
  update: least.describe("The lowest role that may change or move records."),
  delete: least.describe("The lowest role that may delete records."),
});
export type TableRule = z.infer<typeof tableRule>;

export const fieldRule = z.object({
  fieldId,
  update: least.describe("The lowest role that may change the values of the field."),
  read: z
    .enum(readingRoles)
    .describe(
      "The lowest role for which the field exists, and every field that is computed from it. Nobody else reads or changes its values.",
    ),
});
export type FieldRule = z.infer<typeof fieldRule>;

/** The rules of a database that differ from the default, `editor`. */
export const rules = z
  .object({ tables: z.array(tableRule), fields: z.array(fieldRule) })
  .describe(
    "Who may change the records of a database, and who may read fields. Without a rule, editors change and everybody reads.",
  );
export type Rules = z.infer<typeof rules>;

/** All rules of a database, in place of those so far. */
export const rulesUpdate = z.strictObject({
  tables: z.array(
    z.strictObject({
      tableId: z.string().describe("The table's id or its name."),
      create: given,
      update: given,
      delete: given,
    }),
  ),
  fields: z.array(
    z.strictObject({
      fieldId: z.string().describe("The field's id, or its name if no other table has a field of this name."),
      update: given,
      read: z.enum(readingRoles).default("viewer"),
    }),
  ),
});
export type RulesUpdate = z.output<typeof rulesUpdate>;
