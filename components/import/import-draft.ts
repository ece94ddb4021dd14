import * as z from "zod";
import { isSameValue } from "@/components/edits/same-value";
import { ownTemplate } from "@/components/fields/templates/template";
import { type Problems, problemsIn } from "@/components/forms/problems";
import { baseCreate } from "@/lib/contract/bases";
import { type Field, fieldDraft } from "@/lib/contract/fields";
import type { ImportMode } from "@/lib/contract/import-call";
import type { ImportRun } from "@/lib/contract/import-resource";
import { tableCreate } from "@/lib/contract/tables";
import { fieldTypes } from "@/lib/field-types";
import { type ColumnDraft, draftOfColumn, type FoundColumn } from "./column-draft";
import { isMatchable, matchFields } from "./match-fields";

/** The choices of a person for an import. Unvalidated. */
export interface ImportDraft {
  /** The name of a new database; null for an existing one. */
  readonly databaseName: string | null;
  /** The name of a new table. */
  readonly tableName: string;
  readonly columns: readonly ColumnDraft[];
  readonly mode: ImportMode;
  /** Ids of the fields that identify a record, for the modes `update` and `upsert`. */
  readonly matchOn: readonly string[];
  readonly onError: ImportRun["onError"];
  readonly clearEmpty: boolean;
  readonly addOptions: boolean;
}

/** The fields of an existing table, the primary one first; null for a new table. */
export type TargetFields = readonly Field[] | null;

interface NewDraft extends Pick<ImportDraft, "databaseName" | "tableName"> {
  readonly fields: TargetFields;
  readonly mayAddOptions: boolean;
}

/** The draft for a file as found. */
export function draftOfImport(
  columns: readonly FoundColumn[],
  { fields, mayAddOptions, ...names }: NewDraft,
): ImportDraft {
  return {
    ...names,
    columns: draftsOf(columns, fields),
    mode: "create",
    matchOn: [],
    onError: "stop",
    clearEmpty: false,
    addOptions: mayAddOptions,
  };
}

function draftsOf(columns: readonly FoundColumn[], fields: TargetFields): ColumnDraft[] {
  const drafts = columns.map(draftOfColumn);
  if (!fields)
    return drafts.map((draft, index) => (index === 0 && !mayBePrimary(draft) ? asText(draft) : draft));
  const ids = matchFields(
    columns.map(({ name }) => name),
    fields,
  );
  return drafts.map((draft, index) => withDestination(draft, fieldAt(ids[index])));
}

function fieldAt(fieldId: string | null | undefined): Destination {
  return fieldId ? { fieldId } : "none";
}

/** Adopts a new analysis of the file. The choices for columns that were found the same again are kept. */
export function reanalysed(
  draft: ImportDraft,
  {
    before,
    after,
    fields,
  }: { before: readonly FoundColumn[]; after: readonly FoundColumn[]; fields: TargetFields },
): ImportDraft {
  if (before === after) return draft;
  const isSame = (index: number) =>
    isSameValue(before[index]?.name, after[index]?.name) &&
    isSameValue(before[index]?.type, after[index]?.type);
  const columns = draftsOf(after, fields).map(
    (fresh, index) => (isSame(index) && draft.columns[index]) || fresh,
  );
  return withMatchOn({ ...draft, columns });
}

/** Changes the choices for one column. A field that is chosen for a column is taken from the column that had it. */
export function changeColumn(draft: ImportDraft, index: number, to: Partial<ColumnDraft>): ImportDraft {
  const columns = draft.columns.map((column) => {
    if (column.index === index) return { ...column, ...to };
    return to.fieldId && column.fieldId === to.fieldId ? withDestination(column, "none") : column;
  });
  return withMatchOn({ ...draft, columns });
}

/** A column of an existing table's import goes to a field, to a new field, or nowhere. */
export type Destination = { readonly fieldId: string } | "new" | "none";

export function withDestination(column: ColumnDraft, to: Destination): ColumnDraft {
  return { ...column, fieldId: typeof to === "object" ? to.fieldId : null, isSkipped: to === "none" };
}

export function destinationOf({ fieldId, isSkipped }: ColumnDraft): Destination {
  if (isSkipped) return "none";
  return fieldId === null ? "new" : { fieldId };
}

/** Changes the mode. Records are matched by the first suitable field at first. */
export function changeMode(draft: ImportDraft, mode: ImportMode, fields: readonly Field[]): ImportDraft {
  const [first] = matchableFields(draft, fields);
  const isUnset = mode !== "create" && draft.matchOn.length === 0;
  return { ...draft, mode, ...(isUnset && first && { matchOn: [first.id] }) };
}

/** The fields by which records can be matched: those that take a column. */
export function matchableFields({ columns }: ImportDraft, fields: readonly Field[]): Field[] {
  return fields.filter((field) => isMatchable(field) && columns.some(({ fieldId }) => fieldId === field.id));
}

/** Drops fields that no column fills any more. */
function withMatchOn(draft: ImportDraft): ImportDraft {
  const matchOn = draft.matchOn.filter((id) => draft.columns.some(({ fieldId }) => fieldId === id));
  return matchOn.length === draft.matchOn.length ? draft : { ...draft, matchOn };
}

/** The columns that are imported. */
export function keptColumns({ columns }: ImportDraft): ColumnDraft[] {
  return columns.filter(({ isSkipped }) => !isSkipped);
}

function mayBePrimary({ type }: ColumnDraft): boolean {
  return fieldTypes.get(type)?.canBePrimary ?? true;
}

function asText(column: ColumnDraft): ColumnDraft {
  return { ...column, type: "single_line_text" };
}

/** Reports at once that the first field cannot be primary, as skipping another column can cause it. */
export function primaryProblem(draft: ImportDraft): Problems {
  const [first] = keptColumns(draft);
  if (!first || mayBePrimary(first)) return {};
  const label = fieldTypes.get(first.type)?.label;
  return {
    [`columns[${first.index}].type`]: `${label} can't be primary: the first field names each record. Choose another type`,
  };
}

/** Validates a draft. Problems of a column have paths such as `columns[3].name`. */
export function problemsInImport(draft: ImportDraft, fields: TargetFields): Problems {
  const kept = keptColumns(draft);
  if (kept.length === 0) {
    return { "": fields ? "Choose a field for at least one column." : "Include at least one column." };
  }
  if (!fields) {
    return { ...problemsOfDatabase(draft), ...problemsOfTable(draft, kept), ...primaryProblem(draft) };
  }
  const isUnmatched = draft.mode !== "create" && draft.matchOn.length === 0;
  return {
    ...problemsOfNewFields(kept, fields),
    ...(isUnmatched && { matchOn: "Choose at least one field to match records by." }),
  };
}

/** Validates the new fields of an existing table. */
function problemsOfNewFields(kept: readonly ColumnDraft[], fields: readonly Field[]): Problems {
  const created = kept.filter(({ fieldId }) => fieldId === null);
  const taken = fields.map(({ name }) => name);
  const problems = created.map((column, index) => {
    const path = `columns[${column.index}]`;
    const others = created.slice(0, index).map(({ name }) => name);
    const found = problemsIn(z.object({ [path]: fieldDraft }), { [path]: fieldOf(column) });
    const isTaken = [...taken, ...others].includes(column.name);
    return { ...found, ...(isTaken && { [`${path}.name`]: "Is the name of another field" }) };
  });
  return Object.assign({}, ...problems);
}

function problemsOfDatabase({ databaseName }: ImportDraft): Problems {
  const { name } = databaseName === null ? {} : problemsIn(baseCreate, { name: databaseName });
  return name === undefined ? {} : { databaseName: name };
}

function problemsOfTable({ tableName }: ImportDraft, kept: readonly ColumnDraft[]): Problems {
  const found = problemsIn(tableCreate, { name: tableName, fields: kept.map(fieldOf) });
  return Object.fromEntries(
    Object.entries(found).map(([path, problem]) => [
      path.replace(/^fields\[(\d+)\]/, (_, at) => `columns[${kept[Number(at)]?.index}]`),
      problem,
    ]),
  );
}

function fieldOf({ name, type, template }: ColumnDraft) {
  return { name, type, template: ownTemplate({ type, template }) };
}

/** The request body that runs the import into a new table, or into an existing one. */
export function toRun(draft: ImportDraft, tableId: string | null): ImportRun {
  const { tableName, columns, mode, matchOn, onError, clearEmpty, addOptions } = draft;
  const shared = { onError, addOptions };
  if (tableId === null) {
    const chosen = columns.map((column) =>
      column.isSkipped
        ? { index: column.index, skip: true as const }
        : { index: column.index, ...fieldOf(column) },
    );
    return {
      ...shared,
      table: { name: tableName },
      columns: chosen,
      mode: "create",
      matchOn: [],
      clearEmpty: false,
    };
  }
  const chosen = keptColumns(draft).map((column) =>
    column.fieldId === null
      ? { index: column.index, ...fieldOf(column) }
      : { index: column.index, fieldId: column.fieldId },
  );
  const isMatched = mode !== "create";
  return {
    ...shared,
    table: { tableId },
    columns: chosen,
    mode,
    matchOn: isMatched ? [...matchOn] : [],
    clearEmpty: isMatched && clearEmpty,
  };
}
