import type { Base, BaseCreate, BaseUpdate } from "../../contract/bases";
import { ApiError, notFound } from "../../contract/errors";
import { mintDatabaseId } from "../../contract/ids";
import type { BasePlace } from "../../contract/places";
import type { Author } from "../access/author";
import type { Rights } from "../access/rights";
import { prisma } from "../db";
import { env } from "../env";
import type { StructureEntry } from "../log/change-log";
import { type ChangeSet, changeSet } from "../log/changes";
import { moveBaseToTrash } from "../trash/trash";
import { changeSchema, lockRecordsOf } from "./schema-change";
import { type BaseRow, findBase, presentTables, withTables } from "./structure";
import { addTables } from "./tables";

/** Lists the databases within the rights, oldest first. */
export async function listBases({ databases }: Rights): Promise<Base[]> {
  const rows = await prisma().base.findMany({
    where: databases === null ? {} : { id: { in: [...databases] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    include: withTables,
  });
  return Promise.all(rows.map(presentBase));
}

export async function getBase(place: BasePlace): Promise<Base> {
  return presentBase(await findBase(place));
}

/** A stamp that changes with the structure of a database. Throws a 404 for an unknown database. */
export async function stampOf({ databaseId }: BasePlace): Promise<string> {
  const base = await prisma().base.findUnique({
    where: { id: databaseId },
    select: { name: true, version: true, updatedAt: true },
  });
  if (!base) throw notFound("database", databaseId);
  return JSON.stringify([databaseId, base.name, base.version, base.updatedAt]);
}

/** Creates a database with its first tables: all or none. */
export async function createBase(author: Author, given: BaseCreate): Promise<Base> {
  requireEveryDatabase(author.actor);
  const place = { databaseId: mintDatabaseId() };
  return changeSet(author, place, async (change) => {
    await insertBase(change, given.name);
    const tables = given.tables.map((table, index) => ({ given: table, path: `tables[${index}].` }));
    await addTables(change, place, { tables, order: 0 });
    return presentBase(await findBase(place));
  });
}

/** Throws a 403 if the rights are restricted to certain databases, which a new one would not be among. */
export function requireEveryDatabase({ databases }: Rights): void {
  if (databases === null) return;
  throw new ApiError("FORBIDDEN", "This key is restricted to certain databases and cannot create another.");
}

/** Stores the database of a change set. */
export async function insertBase(change: ChangeSet, name: string): Promise<void> {
  change.note(baseEntry(change, { before: null, after: { name } }));
  await prisma().base.create({ data: { id: change.databaseId, name } });
}

/** Renames a database; names need not be unique. */
export function updateBase(author: Author, place: BasePlace, { name }: BaseUpdate): Promise<Base> {
  return changeSchema(author, place, async (change) => {
    const base = await findBase(place);
    if (name === undefined || name === base.name) return presentBase(base);
    change.note(baseEntry(place, { before: { name: base.name }, after: { name } }));
    return presentBase(
      await prisma().base.update({ where: { id: base.id }, data: { name }, include: withTables }),
    );
  });
}

/** Moves a database and its contents to the trash. */
export function deleteBase(author: Author, place: BasePlace): Promise<void> {
  return changeSchema(author, place, async (change) => {
    const base = await findBase(place);
    await lockRecordsOf(base.tables.map((table) => table.id));
    await moveBaseToTrash(change, base);
    change.note(baseEntry(place, { before: { name: base.name }, after: null }));
  });
}

function baseEntry(
  { databaseId }: BasePlace,
  { before, after }: Pick<StructureEntry, "before" | "after">,
): StructureEntry {
  return { kind: "base", tableId: null, itemId: databaseId, before, after };
}

export async function presentBase(row: BaseRow): Promise<Base> {
  return {
    id: row.id,
    name: row.name,
    tables: await presentTables({ databaseId: row.id }, row.tables),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    url: `${env.APP_URL}/database/${row.id}`,
  };
}
