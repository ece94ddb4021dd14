import type { ImportFormat } from "../../contract/import-formats";
import { openCsv } from "./csv/open-csv";
import { openJson } from "./json/open-json";
import type { Source } from "./source";
import type { Table } from "./table";
import { beginsAsXlsx, openXlsx } from "./xlsx/open-xlsx";

interface Format {
  /** Recognises the format by the content, and by the file name where the content allows several. */
  matches(source: Source): boolean | Promise<boolean>;
  open(source: Source): Promise<Table>;
}

const arrayStart = /^\s*\[\s*[{\]]/;
const objectStart = /^\s*\{\s*["}]/;

/** All formats, in the order in which they are recognised. The last one takes any text. */
export const registry: Readonly<Record<ImportFormat, Format>> = {
  xlsx: {
    matches: ({ head, options }) => beginsAsXlsx(head) || /\.xls[xm]$/i.test(options.filename),
    open: openXlsx,
  },
  ndjson: {
    matches: async ({ options, text }) =>
      objectStart.test((await text()).sample) || /\.(ndjson|jsonl)$/i.test(options.filename),
    open: async ({ text }) => openJson(await text(), "ndjson"),
  },
  json: {
    matches: async ({ options, text }) =>
      arrayStart.test((await text()).sample) || /\.json$/i.test(options.filename),
    open: async ({ text }) => openJson(await text(), "json"),
  },
  csv: {
    matches: () => true,
    open: async ({ options, text }) => openCsv(await text(), options),
  },
};
