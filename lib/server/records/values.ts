import { badRequest, type ErrorDetail } from "../../contract/errors";
import { detailsOf, tryParse } from "../../contract/parse";
import type { WrittenValues } from "../../contract/records";
import { isEmpty, type ResolvedType, type TypedTemplate } from "../../field-types";
import { maxProblems } from "../../field-types/limits";
import { quote } from "../../field-types/text";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { eachInTurns, takeTurn } from "../turns";

/** Parsed changes of cells: stored values by field id, and fields to clear. */
export interface CellChanges {
  readonly set: { [fieldId: string]: unknown };
  readonly cleared: string[];
  /** Lists of link fields, which are stored elsewhere, with the key used by the caller. */
  readonly links: LinkChange[];
}

export interface LinkChange {
  readonly field: SchemaField;
  readonly key: string;
  readonly ids: readonly string[];
}

/** Values written by a caller; `path` is their place in the body. */
export interface WrittenRecord {
  readonly path: string;
  readonly written: WrittenValues;
  /** True for values that are only compared with those of a record. */
  readonly isCompared?: true | undefined;
}

/** Parsed and validated changes of a record. */
export interface ReadRecord extends CellChanges, WrittenRecord {}

/** Parses all records in turns, or throws a 400 with the problems of all. */
export async function readAll(schema: TableSchema, all: readonly WrittenRecord[]): Promise<ReadRecord[]> {
  const problems: ErrorDetail[] = [];
  const read: ReadRecord[] = [];
  if (all.length > manyRecords) await takeTurn();
  await eachInTurns(all, ({ path, written, isCompared }) => {
    const changes = readValues(schema, written, collect(path, problems), { isCompared });
    read.push({ path, written, ...changes });
    if (problems.length >= maxProblems) throw badRequest(problems);
  });
  if (problems.length > 0) throw badRequest(problems);
  return read;
}

/** Beyond this number, parsing waits for its turn. */
const manyRecords = 100;

/** Reports a problem of a key; returns false if no more are needed. */
export type Report = (key: string, message: string) => boolean;

/**
 * Parses written values: keys are field ids or names, values match the field's type, `null` clears. Reports every
 * problem under the key as written.
 */
export function readValues(
  schema: TableSchema,
  written: WrittenValues,
  report: Report,
  { isCompared }: Pick<WrittenRecord, "isCompared"> = {},
): CellChanges {
  const changes: CellChanges = { set: {}, cleared: [], links: [] };
  const keyOf = new Map<SchemaField, string>();
  let unknown: string | undefined;
  for (const key of Object.keys(written)) {
    const field = schema.fieldOf(key);
    const earlier = field && keyOf.get(field);
    let goesOn = true;
    if (!field) {
      unknown ??= unknownField(schema.face);
      goesOn = report(key, unknown);
    } else if (earlier !== undefined)
      goesOn = report(key, `is the same field as ${JSON.stringify(earlier)}; give it only once`);
    else goesOn = readCell(changes, { field, key, value: written[key], isCompared }, report);
    if (!goesOn) return changes;
    if (field) keyOf.set(field, key);
  }
  return changes;
}

/** The written cells by field id; null for cleared ones. */
export function writtenCells({ set, cleared }: Pick<CellChanges, "set" | "cleared">): CellChanges["set"] {
  return { ...set, ...Object.fromEntries(cleared.map((fieldId) => [fieldId, null])) };
}

/** Collects problems under paths such as `record.Email`, up to the maximum. */
export function collect(path: string, details: ErrorDetail[]): Report {
  return (key, message) => details.push({ path: `${path}.${key}`, message }) < maxProblems;
}

/** Converts a stored value to the form of responses; the type's empty value if nothing is stored. */
export function presentValue({ fieldType, template }: TypedTemplate, stored: unknown): unknown {
  if (stored === undefined) return fieldType.empty;
  return fieldType.present ? fieldType.present(stored, template) : stored;
}

/** Converts an accepted value to the stored form. */
export function storeValue({ fieldType, template }: TypedTemplate, value: unknown): unknown {
  return fieldType.store ? fieldType.store(value, template) : value;
}

/** The plain text of a stored value; "" if nothing is stored. */
export function textOf(field: SchemaField, stored: unknown): string {
  if (stored === undefined) return "";
  return field.fieldType.toText(presentValue(field, stored), field.template);
}

/** Adds the change of a cell or reports a problem; returns false if parsing may stop. */
function readCell(
  changes: CellChanges,
  {
    field,
    key,
    value,
    isCompared,
  }: { field: SchemaField; key: string; value: unknown } & Pick<WrittenRecord, "isCompared">,
  report: Report,
): boolean {
  const { id, fieldType } = field;
  if (fieldType.isComputed) return report(key, "is computed and cannot be written");
  const read = value === null ? emptied(fieldType) : tryParse(field.value, value);
  if (!read.success) {
    return detailsOf(read.error, "").every(({ path, message }) => report(pathBelow(key, path), message));
  }
  const problem = isCompared ? undefined : fieldType.unwritable?.(read.data, field.template);
  if (problem !== undefined) return report(key, problem);
  if (fieldType.storage === "links") {
    changes.links.push({ field, key, ids: (read.data ?? []) as string[] });
  } else if (isEmpty(fieldType, read.data)) {
    changes.cleared.push(id);
  } else {
    changes.set[id] = storeValue(field, read.data);
  }
  return true;
}

/** `Files` and `[0].url` → `Files[0].url` */
function pathBelow(key: string, path: string): string {
  return path === "" || path.startsWith("[") ? `${key}${path}` : `${key}.${path}`;
}

function emptied({ empty }: ResolvedType) {
  return { success: true as const, data: empty };
}

/** The problem of a key that is not a field. */
export function unknownField({ fields }: { fields: readonly { name: string }[] }): string {
  return `is not a field of this table; its fields are ${listNames(fields)}`;
}

/** The first names of a list and the number of others, for messages. */
export function listNames(named: readonly { name: string }[]): string {
  const names = named.slice(0, 20).map(({ name }) => quote(name));
  return `${names.join(", ")}${named.length > names.length ? ` and ${named.length - names.length} more` : ""}`;
}
