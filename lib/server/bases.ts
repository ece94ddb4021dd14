import type { Base, BaseCreate, BaseUpdate } from "../contract/bases";
import { notFound } from "../contract/errors";
import { mintDatabaseId } from "../contract/ids";
import type { BasePlace } from "../contract/places";
import { changeSet } from "./changes";
import { type Prisma, prisma, type Transaction } from "./db";
import { dropOrphans } from "./drop-partitions";
import { env } from "./env";
import { changeSchema, liftTimeout, lockRecordsOf, ofAnySize } from "./schema-change";
import { presentTable, withTables } from "./structure";
import { addTables } from "./tables";

/** Every database, oldest first. */
export async function listBases(): Promise<Base[]> {
  const rows = await prisma().base.findMany({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: withTables,
  });
  return rows.map(presentBase);
}

export async function getBase(place: BasePlace): Promise<Base> {
  return presentBase(await findBase(prisma(), place));
}

/** Makes a database with its first tables: all of them or nothing. */
export function createBase(given: BaseCreate): Promise<Base> {
  return changeSet(async (transaction) => {
    const place = { databaseId: mintDatabaseId() };
    await transaction.base.create({ data: { id: place.databaseId, name: given.name } });
    const tables = given.tables.map((table, index) => ({ given: table, path: `tables[${index}].` }));
    await addTables(transaction, place, { tables, order: 0 });
    return presentBase(await findBase(transaction, place));
  });
}

/** Renames a database; several may have one name. */
export function updateBase(place: BasePlace, { name }: BaseUpdate): Promise<Base> {
  return changeSchema(place, async (transaction) => {
    const base = await findBase(transaction, place);
    if (name === undefined || name === base.name) return presentBase(base);
    return presentBase(
      await transaction.base.update({ where: { id: base.id }, data: { name }, include: withTables }),
    );
  });
}

/** Deletes a database for good, with all that is in it. */
export async function deleteBase(place: BasePlace): Promise<void> {
  await changeSchema(
    place,
    async (transaction) => {
      const { id, tables } = await findBase(transaction, place);
      await lockRecordsOf(
        transaction,
        tables.map((table) => table.id),
      );
      await liftTimeout(transaction);
      const fieldIds = tables.flatMap(({ fields }) => fields.map((field) => field.id));
      await transaction.link.deleteMany({ where: { fieldId: { in: fieldIds } } });
      await transaction.base.delete({ where: { id } });
    },
    ofAnySize,
  );
  await dropOrphans();
}

type BaseRow = Prisma.BaseGetPayload<{ include: typeof withTables }>;

async function findBase(client: Transaction, { databaseId }: BasePlace): Promise<BaseRow> {
  const row = await client.base.findUnique({ where: { id: databaseId }, include: withTables });
  if (!row) throw notFound("database", databaseId);
  return row;
}

function presentBase(row: BaseRow): Base {
  return {
    id: row.id,
    name: row.name,
    tables: row.tables.map(presentTable),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    url: `${env.APP_URL}/database/${row.id}`,
  };
}
