import { type ErrorDetail, explain } from "../contract/errors";
import type { WrittenValues } from "../contract/records";
import { quote } from "../field-types/text";
import type { SchemaField, TableSchema } from "./schemas";

/** Values by field id as they are stored, and the fields that become empty. */
export interface CellChanges {
  set: { [fieldId: string]: unknown };
  cleared: string[];
}

/**
 * Reads what a caller wrote: keys are field ids or names, values are those of the field's type, `null`
 * clears. Everything wrong is reported under the key as it was written.
 */
export function readValues(schema: TableSchema, written: WrittenValues, report: Report): CellChanges {
  const changes: CellChanges = { set: {}, cleared: [] };
  const keyOf = new Map<SchemaField, string>();
  let unknown: string | undefined;
  for (const key of Object.keys(written)) {
    const field = schema.fieldOf(key);
    if (!field) unknown ??= unknownField(schema);
    const problem = field ? readCell(field, written[key], changes) : unknown;
    const earlier = field && keyOf.get(field);
    if (field) keyOf.set(field, key);
    if (problem !== undefined) report(key, problem);
    else if (earlier !== undefined)
      report(key, `is the same field as ${JSON.stringify(earlier)}; give it once`);
  }
  return changes;
}

/** Told of each key with a problem. */
export type Report = (key: string, message: string) => void;

/** Collects problems under paths such as `record.Email`. */
export function collect(path: string, details: ErrorDetail[]): Report {
  return (key, message) => details.push({ path: `${path}.${key}`, message });
}

/** The answer's cell: what is stored in the words of the API, the type's own emptiness where nothing is. */
export function presentValue(field: SchemaField, stored: unknown): unknown {
  const { fieldType, template } = field;
  if (stored === undefined) return fieldType.empty;
  return fieldType.present ? fieldType.present(stored, template) : stored;
}

/** Adds the cell's change; or says what is wrong with the value. */
function readCell(field: SchemaField, written: unknown, changes: CellChanges): string | undefined {
  const { id, fieldType, template } = field;
  if (written === null) {
    changes.cleared.push(id);
    return undefined;
  }
  const read = field.value.safeParse(written, { error: explain });
  if (!read.success) return read.error.issues[0]?.message ?? "is not a value of the field";
  if (read.data === fieldType.empty) changes.cleared.push(id);
  else changes.set[id] = fieldType.store ? fieldType.store(read.data, template) : read.data;
  return undefined;
}

function unknownField(schema: TableSchema): string {
  const names = schema.fields.slice(0, 20).map((field) => quote(field.name));
  const more = schema.fields.length > names.length ? ` and ${schema.fields.length - names.length} more` : "";
  return `is not a field of this table; its fields are ${names.join(", ")}${more}`;
}
