import { mintId } from "../../contract/ids";
import type { TablePlace } from "../../contract/places";
import type { Table, TableDuplicate } from "../../contract/tables";
import { isLink } from "../../field-types";
import type { Author } from "../access/author";
import { type Prisma, prisma } from "../db";
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
 * Duplicates a table with its fields and views, as the last of its database, and with its records if requested: all
 * or nothing. References of the original to itself become references of the copy to itself. Each link to another
 * table gets its own reverse field there.
 */
export function duplicateTable(
  author: Author,
  place: TablePlace,
  { name, records }: TableDuplicate,
): Promise<Table> {
  return changeSchema(author, { ...place, ...ofAnySize }, async (change) => {
    const original = await findTable(place);
    const siblings = await siblingsIn(place);
    if (name !== undefined) requireFree(name, siblings, "this database has a table");
    const ids = idsOfCopy(original);
    const id = ids.get(original.id) ?? "";
    const copyName = name ?? freeName(`${original.name} copy`, siblings);
    await insertCopy(change, original, { ids, name: copyName, order: siblings.length });
    await raiseVersion(place);
    // A separate step, so that undo removes the records before their table.
    await change.endStep();
    const schema = records ? await findSchema({ ...place, tableId: id }) : undefined;
    if (schema) await copyRecords(change, schema, { fields: original.fields, tableId: original.id, ids });
    return presentTable(await findTable({ ...place, tableId: id }));
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

/** Replaces the original's ids in JSON. Ids are random, so no other text equals one. */
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
  const { databaseId } = change;
  const id = ids.get(original.id) ?? "";
  const links = original.fields.filter((field) => isLink(field) && linkOf(field).tableId !== original.id);
  const inverses = new Map(links.map((field) => [field.id, mintId("f")]));
  await watchTables(change, [id]);
  await prisma().table.create({
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
    const target = await findTable({ databaseId, tableId: linkOf(field).tableId });
    const inverse = { tableId: id, allowMultiple: true, isInverse: true, inverseFieldId: ids.get(field.id) };
    await insertField(change, target, {
      id: inverses.get(field.id) ?? "",
      name: freeName(name, target.fields),
      type: field.type,
      template: inverse,
    });
  }
}

/** A link to another table gets a new reverse field; links within the table are copied with both sides. */
function templateOf(
  field: FieldRow,
  { ids, inverseFieldId }: { ids: Ids; inverseFieldId: string | undefined },
): Prisma.InputJsonObject {
  const template = aboutCopy(field.template, ids) as Prisma.InputJsonObject;
  return inverseFieldId === undefined ? template : { ...template, isInverse: false, inverseFieldId };
}
