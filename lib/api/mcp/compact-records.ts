import { quote } from "../../field-types/text";
import { cutValue, firstFitting, sharedCap, sizeOf } from "./fit";

/** A record as the API answers it; without `fields` for callers that may not read. */
export interface GivenRecord {
  readonly id: string;
  readonly fields?: { readonly [name: string]: unknown };
  /** Codes of errors by field id. */
  readonly errors?: { readonly [fieldId: string]: string } | undefined;
}

/** A record by names, without empty cells. */
interface CompactRecord {
  readonly id: string;
  readonly fields?: { readonly [name: string]: unknown };
}

/** Records of an answer: one by one, or as a table whose first column has their ids. */
export type RecordsPart = (
  | { readonly records: readonly CompactRecord[] }
  | { readonly columns: readonly string[]; readonly rows: readonly (readonly unknown[])[] }
) & { readonly note?: string };

/** Number of records beyond which they are a table. */
const maxSingle = 20;

/**
 * Presents the first records that fit into so many bytes, and says how many. A first record that is larger alone is cut.
 * `nameOf` names the fields that have errors.
 */
export function compactRecords(
  given: readonly GivenRecord[],
  { bytes, nameOf = (id) => id }: { readonly bytes: number; readonly nameOf?: (fieldId: string) => string },
): { readonly part: RecordsPart; readonly count: number } {
  const all = given.map((record) => compactRecord(record, nameOf));
  const [first] = all;
  if (!first) return { part: { records: [] }, count: 0 };
  const whole = all.length > maxSingle ? tableOf(all, bytes) : singles(all, bytes);
  return whole.count > 0 ? whole : { part: cutRecord(first, bytes), count: 1 };
}

type Presented = ReturnType<typeof compactRecords>;

function singles(all: readonly CompactRecord[], bytes: number): Presented {
  const records = firstFitting(all, bytes);
  return { part: { records }, count: records.length };
}

function tableOf(all: readonly CompactRecord[], bytes: number): Presented {
  const names = [...new Set(all.flatMap(({ fields = {} }) => Object.keys(fields)))];
  const columns = ["id", ...names];
  const rows = firstFitting(
    all.map(({ id, fields = {} }) => [id, ...names.map((name) => fields[name] ?? null)]),
    bytes - sizeOf(columns),
  );
  return { part: { columns, rows }, count: rows.length };
}

function compactRecord({ id, fields, errors }: GivenRecord, nameOf: (id: string) => string): CompactRecord {
  if (!fields) return { id };
  const filled = Object.entries(fields).filter(([, value]) => !isEmpty(value));
  const failed = Object.entries(errors ?? {}).map(
    ([fieldId, error]) => [nameOf(fieldId), { error }] as const,
  );
  return { id, fields: Object.fromEntries([...filled, ...failed]) };
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Bytes to which no cell is cut further; last fields are left out instead. */
const minCell = 100;

/** Cuts the largest cells of a record that is larger than the whole answer. */
function cutRecord({ id, fields = {} }: CompactRecord, bytes: number): RecordsPart {
  const entries = Object.entries(fields);
  const namesBytes = entries.reduce((sum, [name]) => sum + sizeOf(name) + 2, sizeOf({ id, fields: {} }));
  const cap = sharedCap(
    entries.map(([, value]) => sizeOf(value)),
    bytes - namesBytes,
    minCell,
  );
  const cut = entries.map(([name, value]) => [name, cutValue(value, cap)] as const);
  const kept = firstFitting(cut, bytes);
  const names = entries.flatMap(([name, value], at) =>
    at < kept.length && sizeOf(value) > cap ? [name] : [],
  );
  return {
    records: [{ id, fields: Object.fromEntries(kept) }],
    note: noteOf(names, entries.length - kept.length),
  };
}

/** Says what was cut; a few names, as there may be hundreds. */
function noteOf(names: readonly string[], leftOut: number): string {
  const listed = names.slice(0, 10).map(quote);
  const more = names.length - listed.length;
  const which = `${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return [
    ...(names.length > 0
      ? [`This record is too large for one answer. Cells that end with … are cut: ${which}.`]
      : []),
    ...(leftOut > 0 ? [`Its last ${leftOut} fields are left out.`] : []),
  ].join(" ");
}
