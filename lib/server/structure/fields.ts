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

/** The table's fields, in their order. */
export async function listFields(place: TablePlace): Promise<Field[]> {
  const table = await findTable(prisma(), place);
  return table.fields.map(presentField);
}

export async function getField(place: FieldPlace): Promise<Field> {
  return presentField(fieldIn(await findTable(prisma(), place), place.fieldId));
}

/** Makes a field, the table's last unless `order` says otherwise. However many records there are, it is there at once. */
export function createField(
  author: Author,
  place: TablePlace,
  { order, ...draft }: FieldCreate,
): Promise<Field> {
  return changeSchema(author, { ...place, ...ofAnySize }, async (change) => {
    const { transaction } = change;
    const table = await findTable(transaction, place);
    requireFree(draft.name, table.fields, "this table has a field");
    const template = completeTemplate(draft.type, draft.template);
    const id = mintId("f");
    await insertField(change, table, { ...draft, id, template, order });
    await connectFields(change, place, [{ id, path: "template" }]);
    if (isNumbering(draft.type)) await numberRecords(transaction, { id, tableId: table.id });
    await raiseVersion(transaction, place);
    return presentField(await transaction.field.findUniqueOrThrow({ where: { id } }));
  });
}

/** Changes what is given. A 409 where values would be lost, unless `allowLoss`. */
export function updateField(author: Author, place: FieldPlace, update: FieldUpdate): Promise<Field> {
  return changeSchema(author, { ...place, ...ofAnySize }, (change) => changeField(change, place, update));
}

/** How the values of a field would fare if its type was changed so; nothing is stored. */
export function rehearseConversion(place: FieldPlace, update: FieldUpdate): Promise<Conversion> {
  return change((transaction) => previewField(transaction, place, update), ofAnySize);
}

/** Deletes a field, a link field together with its other side; both lie in the trash then, as one thing. */
export function deleteField(author: Author, place: FieldPlace): Promise<void> {
  return changeSchema(author, place, (change) => removeField(change, place));
}

/**
 * Deletes several fields of a table: all of them, or none where one is the primary field or is read by a field that is
 * not among them. `refs` are ids or names. Returns the ids in the order given.
 */
export function deleteFields(author: Author, place: TablePlace, refs: readonly string[]): Promise<string[]> {
  return changeSchema(author, place, async (change) => {
    const table = await findTable(change.transaction, place);
    const fields = refs.map((ref) => fieldIn(table, ref));
    refuseRepeated(fields);
    await refuseReaders(change, fields);
    // What reads others goes first: nothing is deleted under a field that reads it.
    const readers = new Set(dependentsOf(new Set(fields.map(({ id }) => id)), fields));
    for (const { id } of [...[...readers].reverse(), ...fields.filter((field) => !readers.has(field))]) {
      const { fields: left } = await findTable(change.transaction, { ...place, tableId: table.id });
      // The other side of a link within the table has gone with it.
      if (!left.some((field) => field.id === id)) continue;
      await removeField(change, { ...place, fieldId: id });
      // A step of its own: undo restores the last first, and so no field before those that it reads.
      await change.endStep();
    }
    return fields.map(({ id }) => id);
  });
}

function refuseRepeated(fields: readonly FieldRow[]): void {
  fields.forEach((field, index) => {
    const first = fields.indexOf(field);
    if (first === index) return;
    const message = `is the same field as fieldIds[${first}]; give it once`;
    throw badRequest([{ path: `fieldIds[${index}]`, message }]);
  });
}

/** A 409 for each of the fields that other fields read, which have to be deleted along or before. */
async function refuseReaders(change: ChangeSet, fields: readonly FieldRow[]): Promise<void> {
  const problems: ErrorDetail[] = [];
  const ids = new Set(fields.map(({ id }) => id));
  for (const [index, field] of fields.entries()) {
    const gone = [field, ...(await pairsOf(change.transaction, [field]))];
    const readers = (await dependentsIn(change.transaction, change, gone)).filter(({ id }) => !ids.has(id));
    if (readers.length === 0) continue;
    const names = readers.map(({ name }) => JSON.stringify(name)).join(", ");
    const those = readers.length === 1 ? "that field" : "those fields";
    problems.push({ path: `fieldIds[${index}]`, message: `is used by ${names}. Delete ${those} too` });
  }
  if (problems.length > 0) throw problemsError("CONFLICT", problems);
}

/** The same in a change set that holds the base. */
export async function removeField(change: ChangeSet, place: FieldPlace): Promise<void> {
  const { transaction } = change;
  const table = await findTable(transaction, place);
  const field = fieldIn(table, place.fieldId);
  if (field.id === table.primaryFieldId) {
    const name = JSON.stringify(field.name);
    throw new ApiError("CONFLICT", `${name} is the primary field of its table, which needs one`);
  }
  const gone = [field, ...(await pairsOf(transaction, [field]))];
  const lookups = await dependentsIn(transaction, place, gone);
  if (lookups.length > 0) {
    const names = lookups.map(({ name }) => JSON.stringify(name)).join(", ");
    throw conflict("fieldId", `is of a field that lookups read: delete ${names} first`);
  }
  await lockRecordsOf(gone.map(({ tableId }) => tableId));
  await moveToTrash(change, { kind: "field", ...field }, { field: gone });
  await raiseVersion(transaction, place);
}
