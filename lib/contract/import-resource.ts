import * as z from "zod";
import { recordId, timestamp } from "./ids";
import { importModes, importResult } from "./import-call";
import { delimiters, importFormatNames } from "./import-formats";
import { name } from "./names";
import { queryShape } from "./query";

/** A file being imported into a database. */
export const importStatuses = ["analysing", "ready", "running", "done", "failed", "cancelled"] as const;
export type ImportStatus = (typeof importStatuses)[number];

const columnType = z.object({
  type: z.string(),
  template: z.record(z.string(), z.unknown()),
  unconvertible: z.int().describe("Number of filled cells of the sample that the type does not take."),
});

export const importColumn = columnType.extend({
  index: z.int().describe("Counts from 0."),
  name: z.string(),
  examples: z.array(z.string()).describe("The first different texts, at most three."),
  filled: z.int().describe("Number of filled cells of the sample."),
  suggestions: z.array(columnType).describe("Other types that fit nearly all cells."),
  notation: z
    .object({
      signs: z.string().optional().describe("The separators of groups and decimals, such as `period_comma`."),
      dayFirst: z.boolean().optional(),
      isDayOrderOpen: z
        .boolean()
        .optional()
        .describe(
          "True if its days can be read in both orders. Set `dayFirst`, or choose a date format with an order.",
        ),
    })
    .describe("How its numbers and days are written, as far as they show it."),
});

export const importNote = z.object({ code: z.string(), count: z.int(), message: z.string() });

export const fileImport = z
  .object({
    id: recordId,
    filename: z.string(),
    format: z.enum(importFormatNames).nullable(),
    size: z.int().describe("In bytes."),
    status: z.enum(importStatuses),
    sheets: z.array(z.string()).nullable().describe("The sheets of an XLSX file; null for others."),
    sheet: z.string().nullable(),
    hasHeader: z.boolean().nullable().describe("True if the first row has the names of the columns."),
    delimiter: z.enum(delimiters).nullable(),
    encoding: z.string().nullable(),
    dayFirst: z.boolean().nullable().describe("The order of day and month, if you have chosen it."),
    rows: z.int().nullable().describe("Number of rows without the header; null until they are counted."),
    columns: z
      .array(importColumn)
      .nullable()
      .describe("The columns as found in the first 5,000 rows and 500 of the others."),
    notes: z.array(importNote).describe("What is worth knowing about the file and is no error."),
    progress: z.object({ rows: z.int(), of: z.int() }).nullable(),
    result: importResult.extend({ tableId: z.string() }).nullable(),
    error: z.string().nullable().describe("Why it failed."),
    createdAt: timestamp,
  })
  .describe("A file that is imported into a database.");
export type FileImport = z.infer<typeof fileImport>;

export const fileImports = z.object({ imports: z.array(fileImport) });

/** The most rows that a preview may ask for. */
export const maxPreviewRows = 200;

export const previewQuery = queryShape({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error: "takes a whole number from 1 up" })
    .transform(Number)
    .refine((number) => number <= maxPreviewRows, { error: `takes at most ${maxPreviewRows}` })
    .optional()
    .describe("Maximum number of rows; 100 by default."),
});

export const previewRows = z
  .object({
    rows: z.array(
      z.object({
        row: z.int().describe("Counts as a spreadsheet does, the header being 1."),
        cells: z.array(z.string()).describe("The texts by column; long ones are cut."),
      }),
    ),
  })
  .describe("The first rows of a file, as they are in it.");
export type PreviewRows = z.infer<typeof previewRows>;

export const importedRecords = z
  .object({ recordIds: z.array(recordId), nextCursor: z.string().nullable() })
  .describe("The records that an import created or changed.");
export type ImportedRecords = z.infer<typeof importedRecords>;

export const fileImportQuery = queryShape({
  filename: z.string().optional().describe("The name of the file, if the body is its raw bytes."),
});

/** The settings by which a file is read. Omitted keys stay as they are. */
export const importReading = z.strictObject({
  sheet: z.string().optional(),
  hasHeader: z.boolean().optional(),
  delimiter: z.enum(delimiters).optional(),
  encoding: z.string().max(40).optional(),
  dayFirst: z.boolean().optional(),
});
export type ImportReading = z.infer<typeof importReading>;

const index = z.int().min(0);

/** A column becomes cells of a field, a new field, or nothing. */
const columnChoice = z.union(
  [
    z.strictObject({ index, skip: z.literal(true) }),
    z.strictObject({ index, fieldId: z.string().describe("A field's id or name.") }),
    z.strictObject({ index, name, type: z.string(), template: z.record(z.string(), z.unknown()).optional() }),
  ],
  {
    error:
      'takes { "index": … } with `skip`, with the `fieldId` of a field, or with the `name` and `type` of a new field',
  },
);
export type ColumnChoice = z.infer<typeof columnChoice>;

export const importRun = z.strictObject({
  table: z
    .union([z.strictObject({ name }), z.strictObject({ tableId: z.string() })], {
      error: ({ input }) =>
        input === undefined
          ? "is required"
          : 'takes { "name": … } for a new table, or { "tableId": … } for an existing one',
    })
    .describe("A new table by its name, or an existing one by its id or name."),
  columns: z
    .array(columnChoice)
    .default([])
    .describe(
      "Columns that are not listed are imported as found into a new table, and left out of an existing one.",
    ),
  mode: z.enum(importModes).default("create"),
  matchOn: z
    .array(z.union([z.string(), index]))
    .default([])
    .describe("Field ids or names, or indexes of columns, that identify a record."),
  onError: z.enum(["stop", "skip"]).default("stop"),
  addOptions: z.boolean().default(true),
  clearEmpty: z.boolean().default(false),
});
export type ImportRun = z.output<typeof importRun>;
