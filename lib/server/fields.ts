import { ApiError, conflict } from "../contract/errors";
import type { Conversion, Field, FieldCreate, FieldUpdate } from "../contract/fields";
import { mintId } from "../contract/ids";
import type { FieldPlace, TablePlace } from "../contract/places";
import { changeSet } from "./changes";
import { prisma } from "./db";
import { insertField, removeFields } from "./field-rows";
import { changeField, previewField } from "./field-update";
import { pairsOf } from "./link-fields";
import { lookupsOver } from "./lookup-fields";
import { completeTemplate, connectFields } from "./new-fields";
import { isNumbering, numberRecords } from "./numbering";
import { changeSchema, liftTimeout, lockRecordsOf, ofAnySize, raiseVersion } from "./schema-change";
import { requireFree } from "./siblings";
import { fieldIn, findTable, presentField } from "./structure";

/** The table's fields, in their order. */
export async function listFields(place: TablePlace): Promise<Field[]> {
  const table = await findTable(prisma(), place);
  return table.fields.map(presentField);
}

export async function getField(place: FieldPlace): Promise<Field> {
  return presentField(fieldIn(await findTable(prisma(), place), place.fieldId));
}

/** Makes a field, the table's last unless `order` says otherwise. However many records there are, it is there at once. */
export function createField(place: TablePlace, { order, ...draft }: FieldCreate): Promise<Field> {
  return changeSchema(
    place,
    async (transaction) => {
      const table = await findTable(transaction, place);
      requireFree(draft.name, table.fields, "this table has a field");
      const template = completeTemplate(draft.type, draft.template);
      const id = mintId("f");
      await insertField(transaction, table, { ...draft, id, template, order });
      await connectFields(transaction, place, [{ id, path: "template" }]);
      if (isNumbering(draft.type)) await numberRecords(transaction, { id, tableId: table.id });
      await raiseVersion(transaction, place);
      return presentField(await transaction.field.findUniqueOrThrow({ where: { id } }));
    },
    ofAnySize,
  );
}

/** Changes what is given. A 409 where values would be lost, unless `allowLoss`. */
export function updateField(place: FieldPlace, change: FieldUpdate): Promise<Field> {
  return changeSchema(place, (transaction) => changeField(transaction, place, change), ofAnySize);
}

/** What the same change would answer, and nothing stored; for a change of type, how the values would fare. */
export function rehearseField(place: FieldPlace, change: FieldUpdate): Promise<Field | Conversion> {
  if (change.type !== undefined) {
    return changeSet((transaction) => previewField(transaction, place, change), ofAnySize);
  }
  return changeSchema(place, (transaction) => changeField(transaction, place, change), {
    ...ofAnySize,
    isRehearsal: true,
  });
}

/** Deletes a field for good; a link field together with its other side. */
export function deleteField(place: FieldPlace): Promise<void> {
  return changeSchema(
    place,
    async (transaction) => {
      const table = await findTable(transaction, place);
      const field = fieldIn(table, place.fieldId);
      if (field.id === table.primaryFieldId) {
        const name = JSON.stringify(field.name);
        throw new ApiError("CONFLICT", `${name} is the primary field of its table, which needs one`);
      }
      const gone = [field, ...(await pairsOf(transaction, [field]))];
      const lookups = await lookupsOver(transaction, place, gone);
      if (lookups.length > 0) {
        const names = lookups.map(({ name }) => JSON.stringify(name)).join(", ");
        throw conflict("fieldId", `is of a field that lookups read: delete ${names} first`);
      }
      await lockRecordsOf(
        transaction,
        gone.map(({ tableId }) => tableId),
      );
      await liftTimeout(transaction);
      await removeFields(transaction, gone);
      await raiseVersion(transaction, place);
    },
    ofAnySize,
  );
}
