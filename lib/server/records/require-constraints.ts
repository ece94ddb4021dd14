import { badRequest, type ErrorDetail, problemsError } from "../../contract/errors";
import { isBlank } from "../../field-types/empty";
import { maxProblems } from "../../field-types/limits";
import type { Author } from "../access/author";
import { isInTransaction } from "../db";
import { isRepeatedValue } from "../repeated-values";
import { narrowTo, type SchemaField, type TableSchema } from "../structure/schemas";
import { shortened } from "../structure/unique-indexes";
import { findRepetitions, type Repetition, releaseValues, uniqueFields } from "./unique-values";
import { presentValue, type ReadRecord } from "./values";
import { keyIn } from "./written-key";

/** A record to be stored. `data` has all of its own cells if it is new, and is otherwise left out. */
export interface ConstrainedRecord extends ReadRecord {
  /** The id of an existing record. */
  readonly id?: string;
  readonly data?: ReadRecord["set"];
}

/**
 * Throws the 400 of required fields without a value, as far as they exist for the caller, or the 409 of values that must
 * be unique and that other records have.
 */
export async function requireConstraints(
  { actor }: Author,
  schema: TableSchema,
  records: readonly ConstrainedRecord[],
): Promise<void> {
  requireValues(schema, records);
  const mayRead = actor.kind !== "form" && actor.scopes.includes("read");
  await requireUnique(mayRead ? schema : narrowTo(schema, []), records);
}

/**
 * Runs a write of one statement that must keep to `requireConstraints`. Asks for the values of others only once it has
 * failed, because the indexes of unique fields refuse it anyway; within a transaction, which a failure would abort, before.
 */
export async function underConstraints<Result>(
  author: Author,
  schema: TableSchema,
  { records, write }: { records: readonly ConstrainedRecord[]; write: () => Promise<Result> },
): Promise<Result> {
  if (isInTransaction()) {
    await requireConstraints(author, schema, records);
    return write();
  }
  requireValues(schema, records);
  try {
    return await write();
  } catch (error) {
    if (isRepeatedValue(error)) await requireConstraints(author, schema, records);
    throw error;
  }
}

function requireValues({ face }: TableSchema, records: readonly ConstrainedRecord[]): void {
  const required = face.fields.filter(({ isRequired }) => isRequired);
  if (required.length === 0) return;
  const problems: ErrorDetail[] = [];
  for (const record of records) {
    for (const field of required) {
      if (!isLeftEmpty(field, record)) continue;
      problems.push({ path: pathOf(record, field), message: "is required" });
      if (problems.length >= maxProblems) throw badRequest(problems);
    }
  }
  if (problems.length > 0) throw badRequest(problems);
}

/** True if the write leaves a new record without a value, or empties the cell of an existing one. */
function isLeftEmpty({ id }: SchemaField, { data, set, cleared, links }: ConstrainedRecord): boolean {
  const link = links.find(({ field }) => field.id === id);
  if (link) return link.ids.length === 0;
  if (data) return isBlank(data[id]);
  return cleared.includes(id) || (id in set && isBlank(set[id]));
}

function pathOf({ path, written }: ConstrainedRecord, field: SchemaField): string {
  return `${path}.${keyIn(written, field)}`;
}

async function requireUnique(schema: TableSchema, records: readonly ConstrainedRecord[]): Promise<void> {
  const problems: ErrorDetail[] = [];
  const released: (() => Promise<void>)[] = [];
  for (const field of uniqueFields(schema)) {
    const given = records.filter((record) => !isBlank(writtenValue(record, field)));
    const wanted = given.map((record) => ({ id: record.id, value: writtenValue(record, field) }));
    const changed = new Set(records.flatMap((record) => (isWritten(record, field) ? (record.id ?? []) : [])));
    const found = await findRepetitions(schema.id, field, { wanted, changed });
    for (const repetition of found.repetitions) {
      const record = given[repetition.index] as ConstrainedRecord;
      problems.push({ path: pathOf(record, field), message: describe(schema, field, { repetition, given }) });
    }
    released.push(() => releaseValues(schema, field, found.released));
  }
  if (problems.length > 0) throw problemsError("CONFLICT", problems.slice(0, maxProblems));
  for (const release of released) await release();
}

function writtenValue({ data, set }: ConstrainedRecord, { id }: SchemaField): unknown {
  return (data ?? set)[id];
}

function isWritten({ set, cleared }: ConstrainedRecord, { id }: SchemaField): boolean {
  return id in set || cleared.includes(id);
}

function describe(
  { face }: TableSchema,
  field: SchemaField,
  {
    repetition: { index, holder, earlier },
    given,
  }: { readonly repetition: Repetition; readonly given: readonly ConstrainedRecord[] },
): string {
  if (earlier !== undefined) return `must be unique and is the same in ${given[earlier]?.path}`;
  if (!face.fields.includes(field)) return "must be unique, and another record has this value";
  const value = presentValue(field, writtenValue(given[index] as ConstrainedRecord, field));
  const text = field.fieldType.toText(value, field.template);
  return `must be unique, and the record ${holder} already has ${JSON.stringify(shortened(text))}`;
}
