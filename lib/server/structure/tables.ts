import { notFound } from "../../contract/errors";
import { mintId } from "../../contract/ids";
import type { BasePlace, TablePlace } from "../../contract/places";
import type { RuledTable, Table, TableCreate, TableUpdate } from "../../contract/tables";
import { firstView } from "../../contract/view-types";
import { initialConfig } from "../../contract/views";
import { record, subjectOf } from "../access/audit";
import type { Author } from "../access/author";
import type { CallerRights } from "../access/rights";
import { loadRules, rightsInTable } from "../access/rules";
import { type Prisma, prisma } from "../db";
import { refuseWhileImporting } from "../import/resource/stored-imports";
import type { ChangeSet } from "../log/changes";
import { moveToTrash } from "../trash/trash";
import { pairsOf } from "./link-fields";
import { connectFields, draftField } from "./new-fields";
import { createPartition } from "./partitions";
import { changeSchema, lockRecordsOf, raiseVersion } from "./schema-change";
import { placeAt, requireFree } from "./siblings";
import { storeOrder } from "./stores";
import { findTable, presentTable, presentTables, siblingsIn, withTables } from "./structure";
import { watchTables } from "./structure-watch";
import { settleUnique } from "./unique-indexes";

export async function listTables(place: BasePlace): Promise<Table[]> {
  const found = await prisma().base.findUnique({ where: { id: place.databaseId }, include: withTables });
  if (!found) throw notFound("database", place.databaseId);
  return presentTables(place, found.tables);
}

/** Gets a table with what the caller may do there. */
export async function getTable(rights: CallerRights, place: TablePlace): Promise<RuledTable> {
  const table = await presentTable(await findTable(place));
  return { ...table, ...rightsInTable(rights, await loadRules(place), table) };
}

/** Creates a table with its fields and first view. Throws a 409 if the name is taken. */
export function createTable(author: Author, place: BasePlace, given: TableCreate): Promise<Table> {
  return changeSchema(author, place, async (change) => {
    const tables = await siblingsIn(place);
    requireFree(given.name, tables, "this database has a table");
    const [tableId = ""] = await addTables(change, place, {
      tables: [{ given, path: "" }],
      order: tables.length,
    });
    await raiseVersion(place);
    return presentTable(await findTable({ ...place, tableId }));
  });
}

/** Tables to be created. `path` is the place of each in the caller's body; the first gets the position `order`. */
export interface NewTables {
  readonly tables: readonly { given: TableCreate; path: string }[];
  readonly order: number;
}

/**
 * Adds tables to a base that the transaction has locked or created; they may link to each other. Returns their ids.
 */
export function addTables(
  change: ChangeSet,
  place: BasePlace,
  { tables, order }: NewTables,
): Promise<string[]> {
  return insertTables(
    change,
    place,
    tables.map(({ given, path }, index) => ({ ...draftTable(given, path), order: order + index })),
  );
}

/** A table with its final ids and templates, which is not stored yet. */
export type TableDraft = ReturnType<typeof draftTable>;

/** Gives a table and its fields their ids. `path` is the place of the table in the caller's body. */
export function draftTable(given: TableCreate, path = "") {
  return {
    id: mintId("t"),
    name: given.name,
    fields: given.fields.map((field, order) => ({
      ...draftField(field, `${path}fields[${order}].template`),
      order,
    })),
  };
}

/** Stores drafted tables in a base that the transaction has locked or created. Returns their ids. */
export async function insertTables(
  change: ChangeSet,
  place: BasePlace,
  added: readonly (TableDraft & { readonly order: number })[],
): Promise<string[]> {
  await watchTables(
    change,
    added.map(({ id }) => id),
  );
  for (const { id, name, order: position, fields } of added) {
    await prisma().table.create({
      data: {
        id,
        baseId: place.databaseId,
        name,
        order: position,
        primaryFieldId: fields[0]?.id ?? "",
        fields: { createMany: { data: fields.map(({ path: _, ...field }) => field) } },
        views: {
          create: {
            id: mintId("v"),
            ...firstView,
            config: initialConfig(firstView.type, fields) as Prisma.InputJsonObject,
            order: 0,
          },
        },
      },
    });
    await createPartition(id);
  }
  await connectFields(
    change,
    place,
    added.flatMap(({ fields }) => fields),
  );
  await settleUnique(place);
  return added.map(({ id }) => id);
}

/** Renames or moves a table. */
export function updateTable(author: Author, place: TablePlace, { name, order }: TableUpdate): Promise<Table> {
  return changeSchema(author, place, async (change) => {
    const table = await findTable(place);
    const tables = await siblingsIn(place);
    const isRenamed = name !== undefined && name !== table.name;
    const ids = tables.map(({ id }) => id);
    const moved = order === undefined ? ids : placeAt(ids, table.id, order);
    const isMoved = moved.indexOf(table.id) !== ids.indexOf(table.id);
    if (!isRenamed && !isMoved) return presentTable(table);
    if (isRenamed) requireFree(name, tables, "this database has a table");
    await watchTables(change, [table.id]);
    await prisma().table.update({ where: { id: table.id }, data: { name } });
    await storeOrder("table", moved);
    if (isMoved) noteTableOrder(change, { before: ids, after: moved });
    await raiseVersion(place);
    return presentTable(await findTable({ ...place, tableId: table.id }));
  });
}

/**
 * Moves a table to the trash with the link fields of other tables that point to it, as one entry.
 */
export function deleteTable(author: Author, place: TablePlace): Promise<void> {
  return changeSchema(author, place, (change) => removeTable(change, place));
}

/** Deletes a table in a change set that has locked the base. */
export async function removeTable(change: ChangeSet, place: TablePlace): Promise<void> {
  const table = await findTable(place);
  await refuseWhileImporting({ ...place, tableId: table.id });
  const pairs = await pairsOf(table.fields);
  const gone = [...table.fields, ...pairs];
  await lockRecordsOf([table.id, ...gone.map(({ tableId }) => tableId)]);
  const { id, name, views } = table;
  await moveToTrash(change, { kind: "table", id, name }, { table: [table], field: gone, view: views });
  await raiseVersion(place);
  await record("table-deleted", {
    databaseId: place.databaseId,
    subject: subjectOf("table", table),
  });
}

/** Logs a new order of the base's tables. */
export function noteTableOrder(
  change: ChangeSet,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): void {
  change.note({
    kind: "base",
    tableId: null,
    itemId: change.databaseId,
    before: { tableOrder: before },
    after: { tableOrder: after },
  });
}
