/** A format of files with rows, as people see it. The server has a reader for each. */
interface ImportFormatInfo {
  readonly label: string;
  /** The extensions of such files, with dots. */
  readonly extensions: readonly string[];
}

/** The formats, the most usual ones first. */
export const importFormats = {
  csv: { label: "CSV, TSV", extensions: [".csv", ".tsv", ".tab", ".txt"] },
  xlsx: { label: "Excel (XLSX)", extensions: [".xlsx", ".xlsm"] },
  json: { label: "JSON", extensions: [".json"] },
  ndjson: { label: "NDJSON", extensions: [".ndjson", ".jsonl"] },
} as const satisfies { readonly [format: string]: ImportFormatInfo };

export type ImportFormat = keyof typeof importFormats;
export const importFormatNames = Object.keys(importFormats) as [ImportFormat, ...ImportFormat[]];

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
