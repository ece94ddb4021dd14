import type { ImportResult } from "../../../contract/import-call";
import type { TablePlace } from "../../../contract/places";
import type { Author } from "../../access/author";
import { withSchema } from "../../structure/schemas";
import { NamedColumns } from "../rows/columns";
import { type Importing, importRows } from "../rows/import-rows";
import { existingTable } from "../rows/targets";
import { findNotations } from "./column-notations";

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
  return withSchema(place, (schema) => {
    const prepareColumns = async () => {
      const notations = await findNotations(table, { schema, dayFirst, signal: options.signal });
      return () => new NamedColumns(schema, notations);
    };
    return importRows(author, { table, target: existingTable(schema), prepareColumns, options });
  });
}
