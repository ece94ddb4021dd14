import { isDerived } from "../../field-types";
import { objectWriter } from "../export/json-object";
import { type NotedProgress, noting } from "../export/progress";
import { readBatches } from "../export/record-batches";
import type { SheetRow } from "../export/sheet";
import { oneAhead, writeSheet } from "../export/write-sheet";
import { selectionSql } from "../lists/selections";
import { byId } from "../lists/sort-sql";
import type { SchemaField, TableSchema } from "../structure/schemas";

/** The fields whose values are in the file: not the ones that other fields or the record itself determine. */
export function fieldsInFile({ fields }: TableSchema): SchemaField[] {
  return fields.filter((field) => !isDerived(field) && field.fieldType.column === undefined);
}

/** The lines of a table's records, oldest first. `count` is final once all have been read. */
export class RecordLines implements AsyncIterable<string> {
  count = 0;

  constructor(
    readonly schema: TableSchema,
    readonly progress: NotedProgress | undefined,
  ) {}

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    const { schema, progress } = this;
    const fields = fieldsInFile(schema);
    const selection = await selectionSql(schema, {});
    const wanted = { selection, keys: [byId], fields, properties, linksAs: "ids" } as const;
    const batches = oneAhead(noting(readBatches(schema, wanted), progress));
    const write = objectWriter(fields.map((field) => ({ field, isRaw: true, toText: String })));
    const rows = (all: readonly SheetRow[]) => {
      this.count += all.length;
      return all.map((row) => `${identityOf(row).slice(0, -1)},"fields":${write(row)}}\n`).join("");
    };
    yield* writeSheet({ head: "", rows }, batches);
  }
}

/** Properties of a record in a line, besides its id and its fields. */
const properties = ["createdAt", "updatedAt", "createdById", "updatedById", "source", "position"] as const;

function identityOf({ id, properties: values }: SheetRow): string {
  const named = properties.map((name, index) => [name, values[index]]);
  return JSON.stringify({ id, ...Object.fromEntries(named) });
}
