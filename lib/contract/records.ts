import { z } from "zod";
import { listUpTo } from "../field-types/list";
import { recordId, timestamp } from "./ids";
import { limits } from "./limits";
import { queryShape } from "./query";

/** The values of one record, by field id or by field name; every field of the table is there. */
const values = z.record(z.string(), z.unknown());

export const record = z
  .object({
    id: recordId,
    data: values.describe("By field id."),
    fields: values.describe("The same values by field name."),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .describe("A record with its values.");
export type Record = z.infer<typeof record>;

/**
 * Values as a caller writes them, by field id or name. Not `z.record`, which passes over a key `__proto__`
 * where every unknown key is to be refused.
 */
export const writtenValues = z
  .custom<{ [key: string]: unknown }>(
    (input) => typeof input === "object" && input !== null && !Array.isArray(input),
    {
      error: (issue) =>
        issue.input === undefined ? "is required" : "takes an object of field names or ids and their values",
    },
  )
  .meta({ type: "object", additionalProperties: true });
export type WrittenValues = z.infer<typeof writtenValues>;

/** The same beside the id of the record that they belong to, which the verb looks for itself. */
export const writtenRow = writtenValues.meta({
  type: "object",
  properties: { recordId: { type: "string", format: "uuid" } },
  required: ["recordId"],
});

export const recordWrite = z.strictObject({ record: writtenValues });

const after = recordId
  .nullable()
  .describe("The record to stand behind in the manual order; null for the top, left out for the end.");

export const recordCreate = z.strictObject({ record: writtenValues, after: after.optional() });

/** As many as one call may take. */
export function upToRecordsPerCall<Item extends z.ZodType>(item: Item) {
  const list = z.array(item).min(1, { error: "takes at least one record" });
  return listUpTo(limits.recordsPerCall, "records", list);
}

/** With `matchOn`, rows that agree with a record in those fields update it; the others are created. */
export const recordsCreate = z.strictObject({
  records: upToRecordsPerCall(writtenValues),
  matchOn: listUpTo(
    limits.fieldsPerTable,
    "fields",
    z.array(z.string()).min(1, { error: "takes at least one field" }),
  )
    .optional()
    .describe(
      "Fields by name or id: rows that agree with a record in all of them update it, the others are created.",
    ),
});

/** The record's id beside its values; in this call a field called `recordId` goes by its id. */
export const recordsUpdate = z.strictObject({ records: upToRecordsPerCall(writtenRow) });

export const recordsDelete = z.strictObject({ recordIds: upToRecordsPerCall(recordId) });

export const recordsMove = z.strictObject({ recordIds: upToRecordsPerCall(recordId), after });

/** Adds options that are not there yet, where a select field would refuse their labels. */
export const recordWriteQuery = queryShape({
  typecast: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
});

export const records = z.object({
  records: z.array(record),
  created: z.int().optional().describe("On an upsert: how many were made."),
  updated: z.int().optional().describe("On an upsert: how many were there."),
});
