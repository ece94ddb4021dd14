/** The form of `database.json`, which describes a whole database in a zip file. */
import * as z from "zod";
import { fieldDescription } from "./fields";
import { fieldId, tableId, timestamp, viewId } from "./ids";
import { name } from "./names";

/** Marks the file as one of ours. */
export const databaseFormat = "rowhouse-database";

/** The version of the files that are written. Files of this and earlier versions can be read. */
export const databaseFileVersion = 1;

export const databaseJson = "database.json";

/** The path of a table's records in the file: NDJSON, one record a line. */
export function recordsPath(id: string): string {
  return `tables/${id}.ndjson`;
}

/** The path of an attachment in the file. */
export function attachmentPath(id: string): string {
  return `files/${id}`;
}

/** A moment that PostgreSQL can store. */
export const storedMoment = timestamp.refine((text) => !text.startsWith("0000"), {
  error: "takes a year from 0001 up",
});

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, { error: "takes a SHA-256 in hexadecimal" });

export const describedField = z.strictObject({
  id: fieldId,
  name,
  type: z.string(),
  template: z.record(z.string(), z.unknown()),
  description: fieldDescription.optional(),
  isRequired: z.literal(true).optional(),
  isUnique: z.literal(true).optional(),
  /** The last number that an autonumber field has assigned. */
  lastNumber: z.int().min(0).max(2_147_483_647).optional(),
});
export type DescribedField = z.infer<typeof describedField>;

export const describedView = z.strictObject({
  id: viewId,
  name,
  type: z.string(),
  config: z.record(z.string(), z.unknown()),
});
export type DescribedView = z.infer<typeof describedView>;

/** A table with its fields and views, each in order. */
export const describedTable = z.strictObject({
  id: tableId,
  name,
  primaryFieldId: fieldId,
  fields: z.array(describedField),
  views: z.array(describedView),
});
export type DescribedTable = z.infer<typeof describedTable>;

export const describedAttachment = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  filename: z.string().min(1).max(255),
  originalName: z.string().min(1).max(255),
  size: z.int().min(0).max(2_147_483_647),
  mimeType: z.string().min(1).max(255),
  uploadedAt: storedMoment,
  /** Null if the server that wrote the file had lost the bytes. */
  sha256: sha256.nullable(),
});
export type DescribedAttachment = z.infer<typeof describedAttachment>;

export const databaseDescription = z.strictObject({
  format: z.literal(databaseFormat),
  version: z.int(),
  exportedAt: timestamp,
  name,
  tables: z.array(describedTable.extend({ records: z.strictObject({ count: z.int().min(0), sha256 }) })),
  attachments: z.array(describedAttachment),
});
export type DatabaseDescription = z.infer<typeof databaseDescription>;

/** A record in the file of its table, as in an export of the table with two more keys. */
export interface RecordLine {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly source: string;
  /** The place in the manual order: a decimal number with any number of digits. */
  readonly position: string;
  /** Values by field name, as the API gives them; computed ones are left out, except for assigned numbers. */
  readonly fields: { readonly [name: string]: unknown };
}
