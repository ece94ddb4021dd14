import type { ImportResult } from "../../../contract/import-call";
import type { TablePlace } from "../../../contract/places";
import type { Notation } from "../../../field-types/columns";
import type { Author } from "../../access/author";
import { withSchema } from "../../structure/schemas";
import { analyseFile } from "../resource/analyse-file";
import { NamedColumns } from "../rows/columns";
import { type Importing, importRows } from "../rows/import-rows";
import { existingTable } from "../rows/targets";

interface ImportedFile extends Pick<Importing, "table" | "options"> {
  /** The order of day and month in columns that do not show it. */
  readonly dayFirst: boolean | undefined;
}

/** Imports the rows of a file into a table; its columns are named by field name or id. */
export function importRecords(
  author: Author,
  place: TablePlace,
  { table, options, dayFirst }: ImportedFile,
): Promise<ImportResult> {
  let notations: Promise<readonly Notation[]> | undefined;
  return withSchema(place, (schema) => {
    const prepareColumns = async () => {
      notations ??= notationsOf({ table, options, dayFirst });
      const found = await notations;
      return () => new NamedColumns(schema, found);
    };
    return importRows(author, { table, target: existingTable(schema), prepareColumns, options });
  });
}

/** Reads the file once to find how its columns write numbers and days, as the analysis of an uploaded file does. */
async function notationsOf({ table, options, dayFirst }: ImportedFile): Promise<readonly Notation[]> {
  const reading = { hasHeader: true, ...(dayFirst !== undefined && { dayFirst }) };
  const { columns } = await analyseFile(table, reading, options.signal);
  return columns.map(({ notation }) => notation);
}
