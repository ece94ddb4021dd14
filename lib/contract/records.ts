import * as z from "zod";
import { listUpTo } from "../field-types/list";
import { errorCodes } from "../formulas/types";
import { recordId, timestamp } from "./ids";
import { limits } from "./limits";
import { queryShape } from "./query";

/** Values of one record by field id or name; includes every field of the table. */
const values = z.record(z.string(), z.unknown());

export const record = z
  .object({
    id: recordId,
    data: values.describe("By field id."),
    fields: values.describe("The same values by field name."),
    errors: z
      .record(z.string(), z.enum(errorCodes))
      .optional()
      .describe("Codes of errors by field id, of computed fields whose value is null because of one."),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .describe("A record with its values.");
export type Record = z.infer<typeof record>;

/**
 * Values from a caller, by field id or name. Not `z.record`, which ignores a key `__proto__`, while every unknown
 * key must be refused.
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

/** Values beside the id of their record; the operation checks the id itself. */
export const writtenRow = writtenValues.meta({
  type: "object",
  properties: { recordId: { type: "string", format: "uuid" } },
  required: ["recordId"],
});

const after = recordId.nullable();

export const recordUpdate = z.strictObject({
  record: writtenValues,
  after: after
    .optional()
    .describe(
      "The record to place it after in the manual order; null for the top, omitted to leave it in place.",
    ),
  expected: writtenValues
    .optional()
    .describe(
      "The expected current values of written fields. If one differs, nothing is written, and the response is a 412 with the current record.",
    ),
});

export const recordCreate = z.strictObject({
  record: writtenValues,
  after: after
    .optional()
    .describe("The record to place it after in the manual order; null for the top, omitted for the end."),
});

/** A list of at least one item and at most as many as one call may have. */
export function upToRecordsPerCall<Item extends z.ZodType>(item: Item) {
  const list = z.array(item).min(1, { error: "takes at least one record" });
  return listUpTo(limits.recordsPerCall, "records", list);
}

/** Creates records. With `matchOn`, values that equal a record in those fields update that record. */
export const recordsCreate = z.strictObject({
  records: upToRecordsPerCall(writtenValues),
  matchOn: listUpTo(
    limits.fieldsPerTable,
    "fields",
    z.array(z.string()).min(1, { error: "takes at least one field" }),
  )
    .optional()
    .describe(
      "Names or ids of fields. Values that equal a record in all of them update that record; the others create records.",
    ),
});

/** Values beside the record's id. A field named `recordId` must be given by its id. */
export const recordsUpdate = z.strictObject({ records: upToRecordsPerCall(writtenRow) });

export const recordsDelete = z.strictObject({ recordIds: upToRecordsPerCall(recordId) });

export const recordsMove = z.strictObject({
  recordIds: upToRecordsPerCall(recordId),
  after: after.describe("The record to place them after in the manual order; null for the top."),
});

/** With `typecast`, unknown labels of a select field become new options instead of errors. */
export const recordWriteQuery = queryShape({
  typecast: z
    .enum(["true", "false"])
    .transform((text) => text === "true")
    .optional(),
});

export const records = z.object({
  records: z.array(record),
  created: z.int().optional().describe("On an upsert: number of records created."),
  updated: z.int().optional().describe("On an upsert: number of records that existed."),
});
