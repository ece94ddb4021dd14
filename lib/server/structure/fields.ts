import { ApiError, badRequest } from "../../contract/errors";
import type {
  Conversion,
  Dependent,
  Field,
  FieldCreate,
  FieldUpdate,
  RehearsedField,
} from "../../contract/fields";
import { mintId } from "../../contract/ids";
import { recordList } from "../../contract/lists";
import type { FieldPlace, TablePlace } from "../../contract/places";
import { isDerived } from "../../field-types";
import { record, subjectOf } from "../access/audit";
import type { Author } from "../access/author";
import { copyRules } from "../access/manage-rules";
import { prisma } from "../db";
import { listRecords } from "../lists/record-list";
import { type ChangeSet, change } from "../log/changes";
import { isNumbering, numberRecords } from "../records/numbering";
import { moveToTrash } from "../trash/trash";
import { byRef } from "./by-ref";
import { readersOf } from "./computed-fields";
import { refuseEmpty } from "./empty-cells";
import { insertField } from "./field-rows";
import { changeField, previewField } from "./field-update";
import { pairsOf } from "./link-fields";
import { completeTemplate, connectFields } from "./new-fields";
import { changeSchema, lockRecordsOf, ofAnySize, raiseVersion } from "./schema-change";
import { hiddenIn } from "./schemas";
import { positionAmong, requireFree } from "./siblings";
import {
  type FieldRow,
  fieldIn,
  findField,
  findSeenTable,
  findTable,
  presentField,
  presentFields,
  seenFields,
} from "./structure";

/** Lists the fields of a table in order. */
export async function listFields(place: TablePlace): Promise<Field[]> {
  const table = await findSeenTable(place);
  return presentFields(place, table.fields);
}

export async function getField(place: FieldPlace): Promise<Field> {
  return presentField(place, await findField(place));
}

/** Creates a field, last unless `order` is given. Takes no longer with more records. */
export function createField(
  author: Author,
  place: TablePlace,
  { order, rulesOf, isDryRun = false, ...draft }: FieldCreate & DryRun,
): Promise<RehearsedField> {
  return changeSchema(author, { ...place, ...ofAnySize }, async (change) => {
    const table = await findTable(place);
    requireFree(draft.name, table.fields, "this table has a field");
    const template = completeTemplate(draft.type, draft.template);
    const id = mintId("f");
    const hidden = await hiddenIn(place);
    const original = rulesOf === undefined ? undefined : byRef(seenFields(table.fields, hidden), rulesOf);
    if (rulesOf !== undefined && !original)
      throw badRequest([{ path: "rulesOf", message: "is not a field of this table" }]);
    const position = order === undefined ? undefined : positionAmong(table.fields, hidden, order);
    await insertField(change, table, { ...draft, id, template, order: position });
    await connectFields(change, place, [{ id, path: "template" }]);
    if (draft.isRequired) await refuseEmpty(await prisma().field.findUniqueOrThrow({ where: { id } }));
    if (isNumbering(draft.type)) await numberRecords({ id, tableId: table.id });
    if (original) await copyRules(new Map([[original.id, id]]));
    await raiseVersion(place);
    const stored = { ...place, fieldId: id };
    return withPreview(stored, await getField(stored), isDryRun);
  });
}

/** Adds the first values of a computed field in a dry run. */
async function withPreview(place: FieldPlace, field: Field, isDryRun: boolean): Promise<RehearsedField> {
  if (!isDryRun || !isDerived(field)) return field;
  const { records } = await listRecords(place, { ...recordList.parse({ limit: 5, fields: [field.id] }) });
  const preview = records.parse().map(({ id, data, errors }) => {
    const error = errors?.[field.id];
    return { recordId: id, value: data[field.id], ...(error && { error }) };
  });
  return { ...field, preview };
}

/** Updates a field. Throws a 409 if values would be lost, unless `allowLoss`. */
export function updateField(
  author: Author,
  place: FieldPlace,
  { isDryRun = false, ...update }: FieldUpdate & DryRun,
): Promise<RehearsedField> {
  return changeSchema(author, { ...place, ...ofAnySize }, async (change) => {
    const { id } = await findField(place);
    const known = { ...place, fieldId: id };
    await changeField(change, known, await withPosition(known, update));
    return withPreview(known, await getField(known), isDryRun);
  });
}

interface DryRun {
  /** Adds a preview of computed values. */
  readonly isDryRun?: boolean;
}

/** The update with its position among all fields. */
async function withPosition(place: FieldPlace, { order, ...update }: FieldUpdate): Promise<FieldUpdate> {
  if (order === undefined) return update;
  const { fields } = await findTable(place);
  const others = fields.filter(({ id }) => id !== place.fieldId);
  return { ...update, order: positionAmong(others, await hiddenIn(place), order) };
}

/** Previews a type change in a dry run, whose caller undoes it. Throws a 409 if values of a unique field would be equal. */
export function rehearseConversion(
  author: Author,
  place: FieldPlace,
  update: FieldUpdate,
): Promise<Conversion> {
  return change(async () => {
    const { id, isUnique } = await findField(place);
    const { dependents = [], ...outcome } = await previewField({ ...place, fieldId: id }, update);
    const seen = await seenDependents(place, dependents);
    // Which values would be equal is known once they are converted.
    if (update.isUnique ?? isUnique)
      await updateField(author, place, { ...update, isRequired: false, allowLoss: true });
    return { ...outcome, ...(seen.length > 0 && { dependents: seen }) };
  }, ofAnySize);
}

/** The dependents that exist for the caller. */
async function seenDependents(place: TablePlace, dependents: readonly Dependent[]): Promise<Dependent[]> {
  const hidden = await hiddenIn(place);
  return dependents.filter(({ fieldId }) => !hidden.has(fieldId));
}

/**
 * Moves a field to the trash; a link field together with its other side, as one entry. Returns the computed fields that
 * are in error without it.
 */
export function deleteField(author: Author, place: FieldPlace): Promise<Dependent[]> {
  return changeSchema(author, place, async (change) => {
    const field = await findField(place);
    const dependents = await readersOf(place, [field, ...(await pairsOf([field]))]);
    await removeField(change, { ...place, fieldId: field.id });
    return seenDependents(place, dependents);
  });
}

/**
 * Deletes several fields of a table. Deletes none if one is the primary field. `refs` are ids or names. Returns the ids
 * in the given order, and the computed fields that are in error without them.
 */
export function deleteFields(
  author: Author,
  place: TablePlace,
  refs: readonly string[],
): Promise<{ readonly fieldIds: string[]; readonly dependents: Dependent[] }> {
  return changeSchema(author, place, async (change) => {
    const table = await findSeenTable(place);
    const fields = refs.map((ref) => fieldIn(table, ref));
    refuseRepeated(fields);
    const dependents = await readersOf(place, [...fields, ...(await pairsOf(fields))]);
    for (const { id } of fields) {
      const { fields: left } = await findTable({ ...place, tableId: table.id });
      // The other side of a link within the table was deleted with it.
      if (!left.some((field) => field.id === id)) continue;
      await removeField(change, { ...place, fieldId: id });
      await change.endStep();
    }
    return { fieldIds: fields.map(({ id }) => id), dependents: await seenDependents(place, dependents) };
  });
}

function refuseRepeated(fields: readonly FieldRow[]): void {
  fields.forEach((field, index) => {
    const first = fields.indexOf(field);
    if (first === index) return;
    const message = `is the same field as fieldIds[${first}]; give it only once`;
    throw badRequest([{ path: `fieldIds[${index}]`, message }]);
  });
}

/** Deletes a field in a change set that has locked the base. */
export async function removeField(change: ChangeSet, place: FieldPlace): Promise<void> {
  const table = await findTable(place);
  const field = fieldIn(table, place.fieldId);
  if (field.id === table.primaryFieldId) {
    const name = JSON.stringify(field.name);
    throw new ApiError("CONFLICT", `${name} is the primary field of its table and cannot be deleted.`);
  }
  const gone = [field, ...(await pairsOf([field]))];
  await lockRecordsOf(gone.map(({ tableId }) => tableId));
  await moveToTrash(change, { kind: "field", ...field }, { field: gone });
  await raiseVersion(place);
  await record("field-deleted", { databaseId: place.databaseId, subject: subjectOf("field", field) });
}
