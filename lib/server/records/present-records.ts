import { limits } from "../../contract/limits";
import type { Record } from "../../contract/records";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { eachInTurns } from "../turns";
import { CellError, isoMoment, Memory, type Reader, readersOf } from "./cell-readers";
import type { RecordRow } from "./record-sql";
import { sizeOf } from "./size-of";

/**
 * Converts rows to the form of responses, with every field. Uses one statement per link field and one per table
 * that lookups lead to, whatever the number of rows; reads large data in parts. Throws the result of `refuse`
 * beyond `bytes`.
 */
export async function presentRecords(
  schema: TableSchema,
  rows: readonly RecordRow[],
  bounds?: { readonly bytes: number; refuse(): Error },
): Promise<Record[]> {
  const records: Record[] = [];
  let size = 0;
  while (records.length < rows.length) {
    const part = await presentFirst(schema, rows.slice(records.length), { bytes: Number.POSITIVE_INFINITY });
    size += part.size;
    if (bounds && size > bounds.bytes) throw bounds.refuse();
    records.push(...part.records);
  }
  return records;
}

/**
 * Converts as many of the first records as fit into one response, at least one, with every field or those in
 * `only`.
 */
export async function presentFirst(
  schema: TableSchema,
  rows: readonly RecordRow[],
  { only, bytes = limits.answerBytes }: { readonly only?: ReadonlySet<string>; readonly bytes?: number },
): Promise<Presented> {
  const fields = only ? schema.fields.filter((field) => only.has(field.id)) : schema.fields;
  const memory = new Memory();
  const presented = await presentAll({ schema, fields, memory, bytes }, rows);
  if (!memory.isFull || rows.length <= 1) return presented;
  // The looked-up data was too large. Retries with fewer records; a single one shows only the first values.
  const fewer = rows.slice(0, Math.max(1, Math.floor(rows.length / 8)));
  return presentFirst(schema, fewer, { ...(only && { only }), bytes });
}

interface Presented {
  readonly records: Record[];
  /** Approximate size as JSON in bytes. */
  readonly size: number;
}

interface Presenting {
  readonly schema: TableSchema;
  readonly fields: readonly SchemaField[];
  readonly memory: Memory;
  readonly bytes: number;
}

async function presentAll(
  { schema, fields, memory, bytes }: Presenting,
  rows: readonly RecordRow[],
): Promise<Presented> {
  const readers = await readersOf({ schema, memory }, fields, rows);
  const columns = fields.map(({ id, name }, index) => ({ id, name, read: readers[index] as Reader }));
  const records: Record[] = [];
  const emptySize = columns.reduce((sum, { id, name }) => sum + id.length + name.length + 8, recordSize);
  let size = 0;
  let isFull = false;
  function* rowsThatFit(): Generator<RecordRow> {
    for (const row of rows) {
      if (isFull) return;
      yield row;
    }
  }
  await eachInTurns(rowsThatFit(), (row) => {
    const { record, valueSize } = present(row, columns);
    // A response contains each value twice, by field id and by name.
    const own = emptySize + 2 * valueSize;
    isFull = size + own > bytes && records.length > 0;
    if (isFull) return;
    size += own;
    records.push(record);
  });
  return { records, size };
}

/** Approximate size in bytes of a record without fields as JSON. */
const recordSize = 160;

interface Column {
  readonly id: string;
  readonly name: string;
  readonly read: Reader;
}

function present(row: RecordRow, columns: readonly Column[]): { record: Record; valueSize: number } {
  const data: Record["data"] = {};
  const fields: Record["fields"] = {};
  let errors: Record["errors"];
  let valueSize = 0;
  for (const { id, name, read } of columns) {
    let value = read(row);
    if (value instanceof CellError) {
      errors = { ...errors, [id]: value.code };
      value = null;
    }
    data[id] = value;
    fields[name] = value;
    valueSize += sizeOf(value);
  }
  const { id, createdAt, updatedAt } = row;
  const times = { createdAt: isoMoment(createdAt), updatedAt: isoMoment(updatedAt) };
  return { record: { id, data, fields, ...(errors && { errors }), ...times }, valueSize };
}
