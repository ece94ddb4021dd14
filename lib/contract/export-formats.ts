/** A format of exported files, as callers and people see it. The server has a writer for each. */
interface ExportFormatInfo {
  readonly label: string;
  readonly mediaType: string;
  /** The form of values unless the caller chooses one. */
  readonly values: ExportedValues;
}

export const exportedValues = ["text", "raw"] as const;
export type ExportedValues = (typeof exportedValues)[number];

/** The formats, the most wanted ones first. Their names are the extensions of the files. */
export const exportFormats = {
  csv: { label: "CSV", mediaType: "text/csv; charset=utf-8", values: "text" },
  xlsx: {
    label: "Excel (XLSX)",
    mediaType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    values: "text",
  },
  tsv: { label: "TSV", mediaType: "text/tab-separated-values; charset=utf-8", values: "text" },
  json: { label: "JSON", mediaType: "application/json; charset=utf-8", values: "raw" },
  ndjson: { label: "NDJSON", mediaType: "application/x-ndjson; charset=utf-8", values: "raw" },
} as const satisfies { readonly [format: string]: ExportFormatInfo };

export type ExportFormat = keyof typeof exportFormats;
export const exportFormatNames = Object.keys(exportFormats) as [ExportFormat, ...ExportFormat[]];
