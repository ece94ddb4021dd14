import { badRequest, detailsOf, type ErrorDetail, tryParse } from "../../contract/errors";
import type { WrittenValues } from "../../contract/records";
import { isEmpty, type ResolvedType, type TypedTemplate } from "../../field-types";
import { mostProblems } from "../../field-types/limits";
import { quote } from "../../field-types/text";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { eachInTurns, takeTurn } from "../turns";

/** What a caller wrote, read: values by field id as they are stored, and the fields that become empty. */
export interface CellChanges {
  readonly set: { [fieldId: string]: unknown };
  readonly cleared: string[];
  /** The lists of link fields, which are stored elsewhere, under the key that the caller used. */
  readonly links: LinkChange[];
}

export interface LinkChange {
  readonly field: SchemaField;
  readonly key: string;
  readonly ids: readonly string[];
}

/** What a caller wrote about one record; `path` is where it stands in the body. */
export interface WrittenRecord {
  readonly path: string;
  readonly written: WrittenValues;
}

/** One record's changes, read and checked. */
export interface ReadRecord extends CellChanges, WrittenRecord {}

/** Reads every record in turns, or throws a 400 with what is wrong in any of them, as far as a 400 tells it. */
export async function readAll(schema: TableSchema, all: readonly WrittenRecord[]): Promise<ReadRecord[]> {
  const problems: ErrorDetail[] = [];
  const read: ReadRecord[] = [];
  if (all.length > manyRecords) await takeTurn();
  await eachInTurns(all, ({ path, written }) => {
    read.push({ path, written, ...readValues(schema, written, collect(path, problems)) });
    if (problems.length >= mostProblems) throw badRequest(problems);
  });
  if (problems.length > 0) throw badRequest(problems);
  return read;
}

/** More than this take long enough to wait for a turn before they are begun. */
const manyRecords = 100;

/** Told of each key with a problem; false where that was the last one that is told of, so that reading may stop. */
export type Report = (key: string, message: string) => boolean;

/**
 * Reads what a caller wrote: keys are field ids or names, values are those of the field's type, `null`
 * clears. Everything wrong is reported under the key as it was written.
 */
export function readValues(schema: TableSchema, written: WrittenValues, report: Report): CellChanges {
  const changes: CellChanges = { set: {}, cleared: [], links: [] };
  const keyOf = new Map<SchemaField, string>();
  let unknown: string | undefined;
  for (const key of Object.keys(written)) {
    const field = schema.fieldOf(key);
    const earlier = field && keyOf.get(field);
    let goesOn = true;
    if (!field) {
      unknown ??= unknownField(schema);
      goesOn = report(key, unknown);
    } else if (earlier !== undefined)
      goesOn = report(key, `is the same field as ${JSON.stringify(earlier)}; give it once`);
    else goesOn = readCell(changes, { field, key, value: written[key] }, report);
    if (!goesOn) return changes;
    if (field) keyOf.set(field, key);
  }
  return changes;
}

/** The written cells by field id, null for those that become empty. */
export function writtenCells({ set, cleared }: Pick<CellChanges, "set" | "cleared">): CellChanges["set"] {
  return { ...set, ...Object.fromEntries(cleared.map((fieldId) => [fieldId, null])) };
}

/** Collects problems under paths such as `record.Email`, as many as an answer tells of. */
export function collect(path: string, details: ErrorDetail[]): Report {
  return (key, message) => details.push({ path: `${path}.${key}`, message }) < mostProblems;
}

/** The answer's cell: what is stored in the words of the API, the type's own emptiness where nothing is. */
export function presentValue({ fieldType, template }: TypedTemplate, stored: unknown): unknown {
  if (stored === undefined) return fieldType.empty;
  return fieldType.present ? fieldType.present(stored, template) : stored;
}

/** An accepted value as the field stores it. */
export function storeValue({ fieldType, template }: TypedTemplate, value: unknown): unknown {
  return fieldType.store ? fieldType.store(value, template) : value;
}

/** A stored value as plain text, an empty one where nothing is stored. */
export function textOf(field: SchemaField, stored: unknown): string {
  if (stored === undefined) return "";
  return field.fieldType.toText(presentValue(field, stored), field.template);
}

/** Adds the cell's change, or reports what is wrong with the value; false where reading may stop. */
function readCell(
  changes: CellChanges,
  { field, key, value }: { field: SchemaField; key: string; value: unknown },
  report: Report,
): boolean {
  const { id, fieldType } = field;
  if (fieldType.isComputed) return report(key, "is computed, so it takes no value");
  const read = value === null ? emptied(fieldType) : tryParse(field.value, value);
  if (!read.success) {
    return detailsOf(read.error, "").every(({ path, message }) => report(pathBelow(key, path), message));
  }
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

/** What to say of a key that no field has. */
export function unknownField({ fields }: { fields: readonly { name: string }[] }): string {
  return `is not a field of this table; its fields are ${listNames(fields)}`;
}

/** The first names of a list, and how many more there are: for messages. */
export function listNames(named: readonly { name: string }[]): string {
  const names = named.slice(0, 20).map(({ name }) => quote(name));
  return `${names.join(", ")}${named.length > names.length ? ` and ${named.length - names.length} more` : ""}`;
}
