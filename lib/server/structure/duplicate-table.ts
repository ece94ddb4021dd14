import { mintId } from "../../contract/ids";
import type { TablePlace } from "../../contract/places";
import type { Table, TableDuplicate } from "../../contract/tables";
import { isLink } from "../../field-types";
import type { Author } from "../access/author";
import type { Prisma } from "../db";
import type { ChangeSet } from "../log/changes";
import { copyRecords } from "../records/copy-records";
import { linkOf } from "../records/links";
import { insertField } from "./field-rows";
import { createPartition } from "./partitions";
import { changeSchema, ofAnySize, raiseVersion } from "./schema-change";
import { findSchema } from "./schemas";
import { freeName, requireFree } from "./siblings";
import { type FieldRow, findTable, presentTable, presentView, siblingsIn, type TableRow } from "./structure";
import { watchTables } from "./structure-watch";

/**
 * Creates a table with the fields and views of another one, as the last of its database, and with copies of its
 * records if asked: all of it or nothing. What leads from the original to itself leads from the copy to itself. Each
 * link to another table gets a field of its own there that leads back.
 */
export function duplicateTable(
  author: Author,
  place: TablePlace,
  { name, records }: TableDuplicate,
): Promise<Table> {
  return changeSchema(author, { ...place, ...ofAnySize }, async (change) => {
    const { transaction } = change;
    const original = await findTable(transaction, place);
    const siblings = await siblingsIn(transaction, place);
    if (name !== undefined) requireFree(name, siblings, "this database has a table");
    const ids = idsOfCopy(original);
    const id = ids.get(original.id) ?? "";
    const copyName = name ?? freeName(`${original.name} copy`, siblings);
    await insertCopy(change, original, { ids, name: copyName, order: siblings.length });
    await raiseVersion(transaction, place);
    // A step of its own: undo takes the records back before their table.
    await change.endStep();
    const schema = records ? await findSchema({ ...place, tableId: id }) : undefined;
    if (schema) await copyRecords(change, schema, { fields: original.fields, tableId: original.id, ids });
    return presentTable(await findTable(transaction, { ...place, tableId: id }));
  });
}

/** The ids of the copy's parts by those of the original's. */
type Ids = ReadonlyMap<string, string>;

function idsOfCopy({ id, fields, views }: TableRow): Ids {
  return new Map([
    [id, mintId("t")],
    ...fields.map((field) => [field.id, mintId("f")] as const),
    ...views.map((view) => [view.id, mintId("v")] as const),
  ]);
}

/** The same JSON about the copy: ids are minted, so that no other text is one. */
function aboutCopy<Json>(json: Json, ids: Ids): Json {
  const text = JSON.stringify(json).replaceAll(
    /\b[tfv][1-9A-HJ-NP-Za-km-z]{10}\b/g,
    (id) => ids.get(id) ?? id,
  );
  return JSON.parse(text);
}

async function insertCopy(
  change: ChangeSet,
  original: TableRow,
  { ids, name, order }: { ids: Ids; name: string; order: number },
): Promise<void> {
  const { transaction, databaseId } = change;
  const id = ids.get(original.id) ?? "";
  const links = original.fields.filter((field) => isLink(field) && linkOf(field).tableId !== original.id);
  const inverses = new Map(links.map((field) => [field.id, mintId("f")]));
  await watchTables(change, [id]);
  await transaction.table.create({
    data: {
      id,
      baseId: databaseId,
      name,
      order,
      primaryFieldId: ids.get(original.primaryFieldId) ?? "",
      fields: {
        createMany: {
          data: original.fields.map((field) => ({
            id: ids.get(field.id) ?? "",
            name: field.name,
            type: field.type,
            order: field.order,
            template: templateOf(field, { ids, inverseFieldId: inverses.get(field.id) }),
          })),
        },
      },
      views: {
        createMany: {
          data: original.views.map((view) => ({
            id: ids.get(view.id) ?? "",
            name: view.name,
            type: view.type,
            order: view.order,
            config: aboutCopy(presentView(view, original.fields).config, ids) as Prisma.InputJsonObject,
          })),
        },
      },
    },
  });
  await createPartition(id);
  for (const field of links) {
    const target = await findTable(transaction, { databaseId, tableId: linkOf(field).tableId });
    const inverse = { tableId: id, allowMultiple: true, isInverse: true, inverseFieldId: ids.get(field.id) };
    await insertField(change, target, {
      id: inverses.get(field.id) ?? "",
      name: freeName(name, target.fields),
      type: field.type,
      template: inverse,
    });
  }
}

/** A link to another table leads back by a field of its own there; within the table both sides are copied. */
function templateOf(
  field: FieldRow,
  { ids, inverseFieldId }: { ids: Ids; inverseFieldId: string | undefined },
): Prisma.InputJsonObject {
  const template = aboutCopy(field.template, ids) as Prisma.InputJsonObject;
  return inverseFieldId === undefined ? template : { ...template, isInverse: false, inverseFieldId };
}
