import { limits } from "../../contract/limits";
import type { Record } from "../../contract/records";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { inTurns } from "../turns";
import { CellError, forCaller, Memory, type Reader, readersOf } from "./cell-readers";
import { isoMoment } from "./iso-moment";
import type { RecordRow } from "./record-sql";
import { sizeOf } from "./size-of";

/**
 * Converts rows to JSON in the form of responses, with every field. Uses one statement per link field and one per table
 * that lookups lead to, whatever the number of rows; reads large data in parts. Throws the result of `refuse`
 * beyond `bytes`.
 */
export async function presentRecords(
  schema: TableSchema,
  rows: readonly RecordRow[],
  bounds?: { readonly bytes: number; refuse(): Error },
): Promise<string[]> {
  const records: string[] = [];
  let size = 0;
  while (records.length < rows.length) {
    const rest = rows.slice(records.length);
    const part = await presentFirst(schema, rest, { bytes: Number.POSITIVE_INFINITY });
    size += part.size;
    if (bounds && size > bounds.bytes) throw bounds.refuse();
    records.push(...part.records);
  }
  return records;
}

/**
 * Converts as many of the first records to JSON as fit into one response, at least one, with every field or those in
 * `only`.
 */
export async function presentFirst(
  schema: TableSchema,
  rows: readonly RecordRow[],
  { only, bytes = limits.answerBytes }: { readonly only?: ReadonlySet<string>; readonly bytes?: number },
): Promise<Presented> {
  const { fields: known } = schema.face;
  const fields = only ? known.filter((field) => only.has(field.id)) : known;
  const memory = new Memory();
  const presented = await presentAll({ schema, fields, memory, bytes }, rows);
  if (!memory.isFull || rows.length <= 1) return presented;
  // The looked-up data was too large. Retries with fewer records; a single one shows only the first values.
  const fewer = rows.slice(0, Math.max(1, Math.floor(rows.length / 8)));
  return presentFirst(schema, fewer, { ...(only && { only }), bytes });
}

interface Presented {
  readonly records: string[];
  /** Size in bytes. */
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
  const columns = fields.map((field, index): Column => {
    const { id, name } = field;
    const comma = index === 0 ? "" : ",";
    const read = forCaller(schema, field, readers[index] as Reader);
    return { id, read, idKey: `${comma}"${id}":`, nameKey: `${comma}${JSON.stringify(name)}:` };
  });
  const momentsOf = schema.face.visitor ? () => hiddenMoments : storedMoments;
  return inTurns(writeInSteps(rows, { columns, momentsOf, bytes }));
}

interface Writing {
  readonly columns: readonly Column[];
  momentsOf(row: RecordRow): Moments;
  readonly bytes: number;
}

/** Writes as many of the first rows as fit into so many bytes, at least one. */
function* writeInSteps(
  rows: readonly RecordRow[],
  { columns, momentsOf, bytes }: Writing,
): Generator<void, Presented> {
  const records: string[] = [];
  let size = 0;
  for (const row of rows) {
    yield;
    const record = yield* write(row, columns, momentsOf(row));
    const own = sizeOf(record);
    if (size + own > bytes && records.length > 0) break;
    size += own;
    records.push(record);
  }
  return { records, size };
}

interface Column {
  readonly id: string;
  readonly read: Reader;
  /** The keys with their colons, after a comma if another is before them. */
  readonly idKey: string;
  readonly nameKey: string;
}

/**
 * Writes a record as JSON, each value once for both of its places. Objects of more than some twenty properties take
 * several times as long to make and to serialise. The parts are joined at once: a text that grows part by part stays
 * in memory until a full garbage collection.
 */
function* write(
  row: RecordRow,
  columns: readonly Column[],
  { createdAt, updatedAt }: Moments,
): Generator<void, string> {
  const parts = [`{"id":"${row.id}","data":{`];
  const texts: string[] = [];
  let errors: Record["errors"];
  for (const { id, read, idKey } of columns) {
    const value = read(row);
    if (value instanceof CellError) errors = { ...errors, [id]: value.code };
    const text = value instanceof CellError ? "null" : jsonOf(value);
    texts.push(text);
    parts.push(idKey, text);
    if (text.length > longText) yield;
  }
  parts.push(`},"fields":{`);
  for (let index = 0; index < columns.length; index += 1) {
    parts.push((columns[index] as Column).nameKey, texts[index] as string);
  }
  parts.push(errors ? `},"errors":${JSON.stringify(errors)}` : "}");
  parts.push(`,"createdAt":"${createdAt}","updatedAt":"${updatedAt}"}`);
  return parts.join("");
}

/** UTF-16 code units of a cell that take about as long to write as some fifty usual cells. */
const longText = 5_000;

type Moments = Pick<Record, "createdAt" | "updatedAt">;

function storedMoments({ createdAt, updatedAt }: RecordRow): Moments {
  return { createdAt: isoMoment(createdAt), updatedAt: isoMoment(updatedAt) };
}

/** In place of the moments of a record, which visitors are not told: the beginning of Unix time. */
const hiddenMoments: Moments = {
  createdAt: "1970-01-01T00:00:00.000Z",
  updatedAt: "1970-01-01T00:00:00.000Z",
};

/** Like `JSON.stringify`, which takes longer for numbers and truth values. */
function jsonOf(value: unknown): string {
  if (typeof value === "number" && Number.isFinite(value)) return `${value}`;
  if (typeof value === "boolean") return value ? "true" : "false";
  return value === null || value === undefined ? "null" : JSON.stringify(value);
}
