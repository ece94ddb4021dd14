import { z } from "zod";
import { recordId, timestamp } from "./ids";
import { limits } from "./limits";

/** The values of one record, by field id or by field name; every field of the table is there. */
const values = z.record(z.string(), z.unknown());

export const record = z.object({
  id: recordId,
  /** By field id. */
  data: values,
  /** The same values by field name. */
  fields: values,
  createdAt: timestamp,
  updatedAt: timestamp,
});
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

export const recordWrite = z.strictObject({ record: writtenValues });

export const recordsCreate = z.strictObject({
  records: z
    .array(writtenValues)
    .min(1, { error: "takes at least one record" })
    .max(limits.recordsPerCall, {
      error: `takes at most ${limits.recordsPerCall.toLocaleString("en")} records`,
    }),
});

export const records = z.object({ records: z.array(record) });

export const recordList = z.strictObject({
  limit: z.int().min(1).max(limits.recordsPerCall).default(Math.min(500, limits.recordsPerCall)),
  offset: z.int().min(0).default(0),
  /** Whether to count every match. */
  total: z.boolean().default(true),
});
export type RecordList = z.infer<typeof recordList>;

export const recordPage = z.object({
  records: z.array(record),
  /** How many there are in all; null when not asked for. */
  total: z.int().nullable(),
  hasMore: z.boolean(),
});
export type RecordPage = z.infer<typeof recordPage>;
