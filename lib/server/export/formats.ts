import type { ExportFormat } from "../../contract/export-formats";
import { csv } from "./csv";
import { json } from "./json";
import { ndjson } from "./ndjson";
import type { SheetFormat } from "./sheet";
import { tsv } from "./tsv";
import { xlsx } from "./xlsx/xlsx";

/** The writer of each format. */
export const sheetFormats: { readonly [Format in ExportFormat]: SheetFormat } = {
  csv,
  xlsx,
  tsv,
  json,
  ndjson,
};
