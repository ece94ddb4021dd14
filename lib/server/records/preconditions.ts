import { isDeepStrictEqual } from "node:util";
import { type ApiError, problemsError } from "../../contract/errors";
import type { Record } from "../../contract/records";
import type { TableSchema } from "../structure/schemas";
import { loadLinks } from "./link-lists";
import type { RecordRow } from "./record-sql";
import { type ReadRecord, writtenCells } from "./values";
import { keyIn } from "./written-key";

/** The state that a record must have to be written. */
export interface Precondition {
  /** The accepted versions; any if omitted. */
  readonly versions?: readonly number[] | undefined;
  /** The expected values of cells; any if omitted. */
  readonly expected?: ReadRecord | undefined;
}

/** Thrown by a write that finds the record in another state. Nothing is written. */
export class UnmetPrecondition extends Error {
  /** `paths` name the mismatched parts of the request. */
  constructor(readonly paths: readonly string[]) {
    super("the record is not in the state that the write is for");
  }

  /** A 412 with the current record. */
  toApiError(record: Record): ApiError {
    const message = "does not match the current version of the record";
    const details = this.paths.map((path, index) => ({ path, message, ...(index === 0 && { record }) }));
    return problemsError("PRECONDITION_FAILED", details);
  }
}

/** Throws `UnmetPrecondition` unless a locked record meets the precondition. */
export async function requireMet(
  schema: TableSchema,
  row: RecordRow,
  { versions, expected }: Precondition,
): Promise<void> {
  const isKnown = versions?.includes(row.version) ?? true;
  const paths = [
    ...(isKnown ? [] : ["If-Match"]),
    ...(expected ? await differingPaths(schema, row, expected) : []),
  ];
  if (paths.length > 0) throw new UnmetPrecondition(paths);
}

async function differingPaths(
  schema: TableSchema,
  { id, data }: RecordRow,
  expected: ReadRecord,
): Promise<string[]> {
  const cells = writtenCells(expected);
  const differing = new Set(
    Object.keys(cells).filter((fieldId) => !isDeepStrictEqual(data[fieldId] ?? null, cells[fieldId])),
  );
  for (const { field, ids } of expected.links) {
    const lists = await loadLinks(field, [id]);
    if (!isDeepStrictEqual(lists.get(id) ?? [], [...ids])) differing.add(field.id);
  }
  return schema.fields
    .filter((field) => differing.has(field.id))
    .map((field) => `${expected.path}.${keyIn(expected.written, field)}`);
}
