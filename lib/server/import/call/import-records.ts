import type { ImportResult } from "../../../contract/import-call";
import type { TablePlace } from "../../../contract/places";
import type { Author } from "../../access/author";
import { withSchema } from "../../structure/schemas";
import { NamedColumns } from "../rows/columns";
import { type Importing, importRows } from "../rows/import-rows";
import { existingTable } from "../rows/targets";

/** Imports the rows of a file into a table; its columns are named by field name or id. */
export function importRecords(
  author: Author,
  place: TablePlace,
  { table, options }: Pick<Importing, "table" | "options">,
): Promise<ImportResult> {
  return withSchema(place, (schema) => {
    const columns = () => new NamedColumns(schema);
    return importRows(author, { table, target: existingTable(schema), columns, options });
  });
}
