import * as z from "zod";
import { exportedValues, exportFormatNames } from "./export-formats";
import { jsonQuery } from "./json-query";
import { recordList, requireViewForConfig } from "./lists";
import { viewConfigUpdate } from "./views";

const { shape: listShape } = recordList;

const exportId = z
  .guid({ error: "takes a UUID, such as 7371b7a1-85fe-432b-836a-da5bd8f83a5f" })
  .toLowerCase()
  .optional()
  .describe(
    "A new UUID, by which `GET /bases/{databaseId}/exports/{exportId}` tells the progress meanwhile.",
  );

/** A request for an export. Selects records like a list. */
const recordExport = z
  .strictObject({
    format: z.enum(exportFormatNames).default("csv").describe("The format of the file."),
    filter: listShape.filter,
    sort: listShape.sort,
    timeZone: listShape.timeZone,
    search: listShape.search,
    config: viewConfigUpdate
      .optional()
      .describe("Override the view's settings for this call; nothing is saved."),
    fields: listShape.fields.describe(
      "The names or ids of the fields to export, in this order; by default all, or those that the view shows.",
    ),
    viewId: listShape.viewId.describe(
      "A view whose filter, sorts, hidden fields, order of fields and widths apply to the file.",
    ),
    values: z
      .enum(exportedValues)
      .optional()
      .describe(
        "`text` for plain texts that can be imported again (by default for csv, tsv and xlsx), `raw` for values as in a list (for json and ndjson).",
      ),
    guard: z
      .boolean()
      .default(true)
      .describe(
        "Puts an apostrophe before texts in csv and tsv that a spreadsheet would run as a formula; false to leave it out.",
      ),
    exportId,
  })
  .superRefine(requireViewForConfig);
export type RecordExport = z.infer<typeof recordExport>;

/** An export as query parameters: `filter`, `sort`, `fields`, `config` and `guard` are written as JSON. */
export const recordExportQuery = jsonQuery(recordExport, [
  "format",
  "search",
  "timeZone",
  "viewId",
  "values",
  "exportId",
]);

export const databaseExportQuery = z.strictObject({ exportId });

/** The progress of a running export. */
export const exportProgress = z.object({
  records: z.int().describe("The records read so far."),
  of: z.int().describe("The records of the file."),
});
export type ExportProgress = z.infer<typeof exportProgress>;
