import { ApiError, notFound } from "../contract/errors";
import { mintId } from "../contract/ids";
import type { BasePlace, TablePlace } from "../contract/places";
import type { Table, TableCreate } from "../contract/tables";
import type { View, ViewConfig } from "../contract/views";
import { fieldType } from "../field-types";
import { changeSet } from "./changes";
import { type Prisma, prisma, type Transaction } from "./db";
import { env } from "./env";
import { createPartition } from "./record-sql";

export async function listTables(place: BasePlace): Promise<Table[]> {
  const found = await prisma().base.findUnique({ where: { id: place.databaseId }, include: withTables });
  if (!found) throw notFound("database", place.databaseId);
  return found.tables.map(presentTable);
}

export async function getTable({ databaseId, tableId }: TablePlace): Promise<Table> {
  const found = await prisma().table.findMany({
    where: { baseId: databaseId, OR: [{ id: tableId }, { name: tableId }] },
    include: withParts,
  });
  const table = found.find((each) => each.id === tableId) ?? found[0];
  if (!table) throw notFound("table", tableId);
  return presentTable(table);
}

/** Makes a table, its fields and its first view; 409 when the name is taken. */
export function createTable(place: BasePlace, given: TableCreate): Promise<Table> {
  return changeSet(async (transaction) => {
    const tables = await lockBase(transaction, place);
    const table = await addTable(transaction, place, { given, order: tables });
    await transaction.base.update({ where: { id: place.databaseId }, data: { updatedAt: new Date() } });
    return table;
  });
}

/** Adds a table to a base that this transaction has locked or made. */
export async function addTable(
  transaction: Transaction,
  { databaseId }: BasePlace,
  { given, order }: { given: TableCreate; order: number },
): Promise<Table> {
  const taken = await transaction.table.findFirst({ where: { baseId: databaseId, name: given.name } });
  if (taken) {
    const message = `is taken: this database has a table ${JSON.stringify(given.name)} already`;
    throw new ApiError("CONFLICT", `name ${message}`, [{ path: "name", message }]);
  }
  const fields = given.fields.map((field, index) => ({
    id: mintId("f"),
    name: field.name,
    type: field.type,
    template: completeTemplate(field.type, field.template) as Prisma.InputJsonObject,
    order: index,
  }));
  const [primary] = fields;
  if (!primary) throw new Error("a table has at least one field");
  const fieldIds = fields.map((field) => field.id);
  const table = await transaction.table.create({
    data: {
      id: mintId("t"),
      baseId: databaseId,
      name: given.name,
      order,
      primaryFieldId: primary.id,
      fields: { createMany: { data: fields } },
      views: {
        create: { id: mintId("v"), name: "Grid view", type: "grid", config: gridConfig(fieldIds), order: 0 },
      },
    },
    include: withParts,
  });
  await createPartition(transaction, table.id);
  return presentTable(table);
}

const byOrder = { orderBy: { order: "asc" } } as const;

/** What a table is answered with. */
const withParts = { fields: byOrder, views: byOrder } satisfies Prisma.TableInclude;

/** What a base is answered with. */
export const withTables = { tables: { ...byOrder, include: withParts } } satisfies Prisma.BaseInclude;

export function presentTable(row: Prisma.TableGetPayload<{ include: typeof withParts }>): Table {
  return {
    id: row.id,
    name: row.name,
    order: row.order,
    primaryFieldId: row.primaryFieldId,
    fields: row.fields.map(({ id, name, type, template, order }) => ({
      id,
      name,
      type,
      template: template as Table["fields"][number]["template"],
      order,
    })),
    views: row.views.map(({ id, name, type, config }) => ({ id, name, type, config }) as View),
    url: `${env.APP_URL}/database/${row.baseId}/${row.id}`,
  };
}

/** Holds the base for this transaction, so that names and positions stay unique; gives how many tables it has. */
async function lockBase(transaction: Transaction, { databaseId }: BasePlace): Promise<number> {
  const locked = await transaction.$executeRaw`SELECT FROM "Base" WHERE "id" = ${databaseId} FOR UPDATE`;
  if (locked === 0) throw notFound("database", databaseId);
  return transaction.table.count({ where: { baseId: databaseId } });
}

function completeTemplate(type: string, template: object): object {
  const { completeTemplate: complete } = fieldType(type);
  return complete ? complete(template) : template;
}

function gridConfig(orderedFieldIds: string[]): ViewConfig {
  return { sorts: [], hiddenFieldIds: [], fieldWidths: {}, orderedFieldIds };
}
