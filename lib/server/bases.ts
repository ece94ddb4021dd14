import type { Base, BaseCreate } from "../contract/bases";
import { notFound } from "../contract/errors";
import { mintDatabaseId } from "../contract/ids";
import type { BasePlace } from "../contract/places";
import { changeSet } from "./changes";
import { type Prisma, prisma } from "./db";
import { env } from "./env";
import { addTable, presentTable, withTables } from "./tables";

/** Every database, oldest first. */
export async function listBases(): Promise<Base[]> {
  const rows = await prisma().base.findMany({
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: withTables,
  });
  return rows.map(presentBase);
}

export async function getBase({ databaseId }: BasePlace): Promise<Base> {
  const row = await prisma().base.findUnique({ where: { id: databaseId }, include: withTables });
  if (!row) throw notFound("database", databaseId);
  return presentBase(row);
}

/** Makes a database with its first tables: all of them or nothing. */
export function createBase(given: BaseCreate): Promise<Base> {
  return changeSet(async (transaction) => {
    const { id } = await transaction.base.create({ data: { id: mintDatabaseId(), name: given.name } });
    for (const [order, table] of given.tables.entries()) {
      await addTable(transaction, { databaseId: id }, { given: table, order });
    }
    return presentBase(await transaction.base.findUniqueOrThrow({ where: { id }, include: withTables }));
  });
}

function presentBase(row: Prisma.BaseGetPayload<{ include: typeof withTables }>): Base {
  return {
    id: row.id,
    name: row.name,
    tables: row.tables.map(presentTable),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    url: `${env.APP_URL}/database/${row.id}`,
  };
}
