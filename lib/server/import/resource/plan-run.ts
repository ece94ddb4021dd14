import { badRequest, type ErrorDetail } from "../../../contract/errors";
import { fieldDraft } from "../../../contract/fields";
import type { ColumnChoice, ImportRun } from "../../../contract/import-resource";
import { detailsOf, parse, tryParse } from "../../../contract/parse";
import { type TableCreate, tableCreate } from "../../../contract/tables";
import { fieldTypes } from "../../../field-types";
import type { KnownPerson } from "../../../field-types/people";
import { quote } from "../../../field-types/text";
import { unknownField } from "../../records/values";
import { type DraftedField, draftField } from "../../structure/new-fields";
import { prepareField, type SchemaField, type TableSchema } from "../../structure/schemas";
import type { ChosenField } from "../rows/columns";
import type { FileAnalysis, FoundColumn } from "./analyse-file";

/** Fields of an existing table by column. */
export type FieldsByColumn = ReadonlyMap<number, ChosenField>;

/** The fields of an existing table that take the columns of a file. */
interface PlannedFields {
  readonly fields: FieldsByColumn;
  /** New fields of the table. */
  readonly drafts: readonly DraftedField[];
}

/**
 * Assigns the columns of a file to fields of an existing table and to new ones. Throws a 400 for choices that are not
 * possible.
 */
export function fieldsOfTable(
  schema: TableSchema,
  { columns: choices }: ImportRun,
  { columns, people }: FileAnalysis & { readonly people: readonly KnownPerson[] },
): PlannedFields {
  const problems: ErrorDetail[] = [];
  const fields = new Map<number, ChosenField>();
  const drafts: DraftedField[] = [];
  for (const { choice, column, path } of chosen(choices, columns, problems)) {
    if ("skip" in choice) continue;
    if ("fieldId" in choice) {
      const field = existingField(schema, choice.fieldId, fields);
      if (typeof field === "string") problems.push({ path: `${path}.fieldId`, message: field });
      else fields.set(column.index, { field, notation: column.notation });
      continue;
    }
    const draft = draftOf(choice, path, problems);
    if ([...schema.fields, ...drafts].some(({ name }) => name === choice.name)) {
      const message = `is taken: this table has a field ${quote(choice.name)} already`;
      problems.push({ path: `${path}.name`, message });
    }
    if (!draft) continue;
    drafts.push(draft);
    fields.set(column.index, { field: prepareField(draft, people), notation: column.notation });
  }
  if (problems.length > 0) throw badRequest(problems);
  if (fields.size === 0) {
    throw badRequest([{ path: "columns", message: "takes at least one column with a fieldId or a name" }]);
  }
  return { fields, drafts };
}

/** The field with this id or name, or the reason why it cannot take a column. */
function existingField(schema: TableSchema, ref: string, fields: FieldsByColumn): SchemaField | string {
  const field = schema.fieldOf(ref);
  if (!field) return unknownField(schema.face);
  if (field.fieldType.isComputed) return "is computed and cannot be written";
  const earlier = [...fields].find(([, chosen]) => chosen.field.id === field.id);
  return earlier ? `is the field of the column ${earlier[0]} already` : field;
}

/** The new field of a column; reports why there can be none. */
function draftOf(
  { index: _, ...given }: NewColumn,
  path: string,
  problems: ErrorDetail[],
): DraftedField | undefined {
  const read = tryParse(fieldDraft, given);
  if (!read.success) {
    const details = detailsOf(read.error, "");
    problems.push(...details.map((each) => ({ ...each, path: `${path}.${each.path}` })));
  } else if (isComputed(given.type)) problems.push({ path: `${path}.type`, message: computed });
  else return draftField(read.data, `${path}.template`);
  return undefined;
}

function isComputed(type: string): boolean {
  return fieldTypes.get(type)?.isComputed ?? false;
}

const computed = "is computed, so it cannot take the cells of a column";

/** A new table, and the indexes of the columns of its fields. */
interface PlannedTable {
  readonly create: TableCreate;
  readonly indexes: readonly number[];
}

/** Makes a table of the columns of a file: as chosen, or as found. Throws a 400 for choices that are not possible. */
export function tableOfColumns(
  name: string,
  { columns: choices }: ImportRun,
  { columns }: FileAnalysis,
): PlannedTable {
  const problems: ErrorDetail[] = [];
  const byIndex = new Map(
    [...chosen(choices, columns, problems)].map((each) => [each.column.index, each] as const),
  );
  const kept = columns.filter(({ index }) => {
    const choice = byIndex.get(index)?.choice;
    return choice === undefined || !("skip" in choice);
  });
  const fields = kept.map((column) => {
    const { choice, path } = byIndex.get(column.index) ?? {};
    if (choice && "fieldId" in choice) {
      problems.push({ path: `${path}.fieldId`, message: "is for an existing table; give a name and a type" });
    }
    const { type, template } = choice && "type" in choice ? choice : column;
    if (isComputed(type)) problems.push({ path: `${path}.type`, message: computed });
    return { name: choice && "name" in choice ? choice.name : column.name, type, template };
  });
  if (problems.length > 0) throw badRequest(problems);
  if (fields.length === 0) throw badRequest([{ path: "columns", message: "skips every column; keep one" }]);
  const create = parse(tableCreate, { name, fields: withPrimary(fields) }, "table");
  return { create, indexes: kept.map(({ index }) => index) };
}

/** The first field as text if its type cannot represent records. */
function withPrimary<Field extends { type: string; template?: object }>(fields: readonly Field[]) {
  return fields.map((field, index) => {
    const mayBeFirst = fieldTypes.get(field.type)?.canBePrimary ?? true;
    return index === 0 && !mayBeFirst ? { ...field, type: "single_line_text", template: {} } : field;
  });
}

type NewColumn = Extract<ColumnChoice, { type: string }>;

interface Chosen {
  readonly choice: ColumnChoice;
  readonly column: FoundColumn;
  readonly path: string;
}

/** The choices with their columns; reports unknown and repeated ones. */
function* chosen(
  choices: readonly ColumnChoice[],
  columns: readonly FoundColumn[],
  problems: ErrorDetail[],
): Generator<Chosen> {
  const seen = new Set<number>();
  for (const [number, choice] of choices.entries()) {
    const path = `columns[${number}]`;
    const column = columns[choice.index];
    if (!column) {
      const message = `is no column of the file, which has ${columns.length}, counted from 0`;
      problems.push({ path: `${path}.index`, message });
    } else if (seen.has(choice.index)) problems.push({ path: `${path}.index`, message: "is listed twice" });
    else yield { choice, column, path };
    seen.add(choice.index);
  }
}

/** The fields by which records are matched, by id; indexes stand for the fields of columns. */
export function matchKeys({ matchOn }: ImportRun, fields: FieldsByColumn): string[] {
  return matchOn.map((key, index) => {
    if (typeof key === "string") return key;
    const field = fields.get(key)?.field;
    if (field) return field.id;
    throw badRequest([{ path: `matchOn[${index}]`, message: "is the index of a column without a field" }]);
  });
}
