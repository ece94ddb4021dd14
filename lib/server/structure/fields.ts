import { ApiError, badRequest, conflict, type ErrorDetail, problemsError } from "../../contract/errors";
import type { Conversion, Field, FieldCreate, FieldUpdate } from "../../contract/fields";
import { mintId } from "../../contract/ids";
import type { FieldPlace, TablePlace } from "../../contract/places";
import { dependentsOf } from "../../field-types/reads";
import type { Author } from "../access/author";
import { prisma } from "../db";
import { type ChangeSet, change } from "../log/changes";
import { isNumbering, numberRecords } from "../records/numbering";
import { moveToTrash } from "../trash/trash";
import { dependentsIn } from "./derived-fields";
import { insertField } from "./field-rows";
import { changeField, previewField } from "./field-update";
import { pairsOf } from "./link-fields";
import { completeTemplate, connectFields } from "./new-fields";
import { changeSchema, lockRecordsOf, ofAnySize, raiseVersion } from "./schema-change";
import { requireFree } from "./siblings";
import { type FieldRow, fieldIn, findTable, presentField } from "./structure";

/** Lists the fields of a table in order. */
export async function listFields(place: TablePlace): Promise<Field[]> {
  const table = await findTable(place);
  return table.fields.map(presentField);
}

export async function getField(place: FieldPlace): Promise<Field> {
  return presentField(fieldIn(await findTable(place), place.fieldId));
}

/** Creates a field, last unless `order` is given. Takes no longer with more records. */
export function createField(
  author: Author,
  place: TablePlace,
  { order, ...draft }: FieldCreate,
): Promise<Field> {
  return changeSchema(author, { ...place, ...ofAnySize }, async (change) => {
    const table = await findTable(place);
    requireFree(draft.name, table.fields, "this table has a field");
    const template = completeTemplate(draft.type, draft.template);
    const id = mintId("f");
    await insertField(change, table, { ...draft, id, template, order });
    await connectFields(change, place, [{ id, path: "template" }]);
    if (isNumbering(draft.type)) await numberRecords({ id, tableId: table.id });
    await raiseVersion(place);
    return presentField(await prisma().field.findUniqueOrThrow({ where: { id } }));
  });
}

/** Updates a field. Throws a 409 if values would be lost, unless `allowLoss`. */
export function updateField(author: Author, place: FieldPlace, update: FieldUpdate): Promise<Field> {
  return changeSchema(author, { ...place, ...ofAnySize }, (change) => changeField(change, place, update));
}

/** Previews a type change; nothing is stored. */
export function rehearseConversion(place: FieldPlace, update: FieldUpdate): Promise<Conversion> {
  return change(() => previewField(place, update), ofAnySize);
}

/** Moves a field to the trash; a link field together with its other side, as one entry. */
export function deleteField(author: Author, place: FieldPlace): Promise<void> {
  return changeSchema(author, place, (change) => removeField(change, place));
}

/**
 * Deletes several fields of a table. Deletes none if one is the primary field or is read by a field outside of the
 * selection. `refs` are ids or names. Returns the ids in the given order.
 */
export function deleteFields(author: Author, place: TablePlace, refs: readonly string[]): Promise<string[]> {
  return changeSchema(author, place, async (change) => {
    const table = await findTable(place);
    const fields = refs.map((ref) => fieldIn(table, ref));
    refuseRepeated(fields);
    await refuseReaders(change, fields);
    // Deletes readers first, so that no field is deleted before those that read it.
    const readers = new Set(dependentsOf(new Set(fields.map(({ id }) => id)), fields));
    for (const { id } of [...[...readers].reverse(), ...fields.filter((field) => !readers.has(field))]) {
      const { fields: left } = await findTable({ ...place, tableId: table.id });
      // The other side of a link within the table was deleted with it.
      if (!left.some((field) => field.id === id)) continue;
      await removeField(change, { ...place, fieldId: id });
      // A separate step: undo restores the last one first, and so no field before those it reads.
      await change.endStep();
    }
    return fields.map(({ id }) => id);
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

/** Throws a 409 with all fields that others read, which must be deleted with or before them. */
async function refuseReaders(change: ChangeSet, fields: readonly FieldRow[]): Promise<void> {
  const problems: ErrorDetail[] = [];
  const ids = new Set(fields.map(({ id }) => id));
  for (const [index, field] of fields.entries()) {
    const gone = [field, ...(await pairsOf([field]))];
    const readers = (await dependentsIn(change, gone)).filter(({ id }) => !ids.has(id));
    if (readers.length === 0) continue;
    const names = readers.map(({ name }) => JSON.stringify(name)).join(", ");
    const those = readers.length === 1 ? "that field" : "those fields";
    problems.push({ path: `fieldIds[${index}]`, message: `is used by ${names}. Delete ${those} too` });
  }
  if (problems.length > 0) throw problemsError("CONFLICT", problems);
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
  const lookups = await dependentsIn(place, gone);
  if (lookups.length > 0) {
    const names = lookups.map(({ name }) => JSON.stringify(name)).join(", ");
    throw conflict("fieldId", `is used by lookups; delete ${names} first`);
  }
  await lockRecordsOf(gone.map(({ tableId }) => tableId));
  await moveToTrash(change, { kind: "field", ...field }, { field: gone });
  await raiseVersion(place);
}
