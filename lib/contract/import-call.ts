import * as z from "zod";
import { queryShape } from "./query";

/** The ways in which imported rows become records. */
export const importModes = ["create", "update", "upsert"] as const;
export type ImportMode = (typeof importModes)[number];

const flag = z.enum(["true", "false"]).transform((text) => text === "true");

/** The query of an import in one call. */
export const recordImportQuery = queryShape({
  mode: z
    .enum(importModes)
    .default("create")
    .describe(
      "`create` makes a record of each row. `update` changes the records that match in the fields of `matchOn`, and rejects rows without one. `upsert` changes the records that match and creates the others.",
    ),
  matchOn: z
    .string()
    .optional()
    .describe("The names or ids of the fields that identify a record, separated by commas."),
  onError: z
    .enum(["stop", "skip"])
    .default("stop")
    .describe("`stop` stores nothing if any row is wrong; `skip` leaves wrong rows out and reports them."),
  typecast: flag.optional().describe("The same as `addOptions`."),
  addOptions: flag
    .optional()
    .describe(
      "Adds unknown labels of select fields as options, and creates linked records that do not exist. Needs the scope `schema`.",
    ),
  dayFirst: flag
    .optional()
    .describe(
      "The order of day and month in columns that do not show it. Without it, fields whose format has an order read them in that one; others refuse such cells.",
    ),
  clearEmpty: flag
    .default(false)
    .describe("Clears cells of existing records whose text in the file is empty, instead of keeping them."),
});
export type RecordImportQuery = z.output<typeof recordImportQuery>;

/** A row that was not imported. */
export const rowProblem = z.object({
  row: z
    .int()
    .describe("Counts as a spreadsheet does, the header being 1; in JSON and NDJSON, counts objects from 1."),
  field: z.string().nullable().describe("The name of the field; null if the whole row is wrong."),
  value: z.string().describe("The beginning of the text in the file."),
  message: z.string().describe("A predicate that continues the field's name, such as `takes a number`."),
});
export type RowProblem = z.infer<typeof rowProblem>;

/** The maximum number of problems in a result. */
export const maxRowProblems = 100;

export const importResult = z
  .object({
    created: z.int(),
    updated: z.int().describe("Number of records that were changed."),
    unchanged: z.int().describe("Number of matching records that had these values already."),
    failed: z.int().describe("Number of rows that were left out."),
    errors: z.array(rowProblem).describe(`The first ${maxRowProblems} problems.`),
    changeSetId: z.uuid().nullable().describe("The change set that undo reverts; null if nothing changed."),
  })
  .describe("The result of an import.");
export type ImportResult = z.infer<typeof importResult>;
