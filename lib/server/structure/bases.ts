import type { Base, BaseCreate, BaseUpdate, OpenBase } from "../../contract/bases";
import { notFound } from "../../contract/errors";
import { mintDatabaseId } from "../../contract/ids";
import type { BasePlace } from "../../contract/places";
import type { Table } from "../../contract/tables";
import { record, subjectOf } from "../access/audit";
import type { Author } from "../access/author";
import { allowedActions } from "../access/may";
import { setRole } from "../access/member-rows";
import { type CallerRights, ownDatabases, roleIn } from "../access/rights";
import { within } from "../context";
import { type Prisma, prisma } from "../db";
import { env } from "../env";
import type { StructureEntry } from "../log/change-log";
import { type ChangeSet, changeSet } from "../log/changes";
import { moveBaseToTrash } from "../trash/trash";
import { changeSchema, lockRecordsOf } from "./schema-change";
import { hiddenIn } from "./schemas";
import { type BaseRow, findBase, presentTables, presentTablesOfEach, withTables } from "./structure";
import { addTables } from "./tables";

/** Lists the databases in which the caller has a role, oldest first. */
export async function listBases(rights: CallerRights): Promise<Base[]> {
  const rows = await prisma().base.findMany({
    where: ownBases(rights),
    orderBy: oldestFirst,
    include: withTables,
  });
  const tables = await within({ reader: rights }, () => presentTablesOfEach(rows));
  return rows.map((row) => presentWith(row, tables.get(row.id) ?? []));
}

/** A database without its parts. */
export interface NamedBase {
  readonly id: string;
  readonly name: string;
  /** Number of its tables. */
  readonly tables: number;
}

/** Finds the databases in which the caller has a role, oldest first; with `ref`, those with this id or name. */
export async function findBases(rights: CallerRights, ref?: string): Promise<NamedBase[]> {
  const rows = await prisma().base.findMany({
    where: {
      ...ownBases(rights),
      ...(ref !== undefined && { OR: [{ id: ref }, { name: ref }] }),
    },
    orderBy: oldestFirst,
    select: { id: true, name: true, _count: { select: { tables: true } } },
  });
  return rows.map(({ id, name, _count }) => ({ id, name, tables: _count.tables }));
}

/** A database with the names of its tables. */
export interface BaseOutline {
  readonly id: string;
  readonly name: string;
  readonly updatedAt: Date;
  /** In order. */
  readonly tables: readonly { readonly id: string; readonly name: string }[];
}

/** Lists the databases in which the caller has a role, oldest first, without the parts of their tables. */
export function outlineBases(rights: CallerRights): Promise<BaseOutline[]> {
  return prisma().base.findMany({
    where: ownBases(rights),
    orderBy: oldestFirst,
    select: {
      id: true,
      name: true,
      updatedAt: true,
      tables: { select: { id: true, name: true }, orderBy: { order: "asc" } },
    },
  });
}

function ownBases(rights: CallerRights): Prisma.BaseWhereInput {
  const databases = ownDatabases(rights);
  return databases === null ? {} : { id: { in: [...databases] } };
}

const oldestFirst: Prisma.BaseOrderByWithRelationInput[] = [{ createdAt: "asc" }, { id: "asc" }];

export async function getBase(place: BasePlace): Promise<Base> {
  return presentBase(await findBase(place));
}

/** Gets a database with what the caller may do there. */
export async function openBase(rights: CallerRights, place: BasePlace): Promise<OpenBase> {
  const { databaseId } = place;
  const base = await getBase(place);
  return { ...base, role: roleIn(rights, databaseId) ?? "viewer", may: allowedActions(rights, databaseId) };
}

/** A stamp that changes with the structure of a database as it exists for the caller. Throws a 404 for an unknown database. */
export async function stampOf({ databaseId }: BasePlace): Promise<string> {
  const base = await prisma().base.findUnique({
    where: { id: databaseId },
    select: { name: true, version: true, updatedAt: true },
  });
  if (!base) throw notFound("database", databaseId);
  const hidden = [...(await hiddenIn({ databaseId }))].sort();
  return JSON.stringify([databaseId, base.name, base.version, base.updatedAt, hidden]);
}

/** Creates a database with its first tables: all or none. */
export async function createBase(author: Author, given: BaseCreate): Promise<Base> {
  const place = { databaseId: mintDatabaseId() };
  return changeSet(author, place, async (change) => {
    await insertBase(change, given.name);
    const tables = given.tables.map((table, index) => ({ given: table, path: `tables[${index}].` }));
    await addTables(change, place, { tables, order: 0 });
    return presentBase(await findBase(place));
  });
}

/** Stores the database of a change set, which its author then owns. */
export async function insertBase(change: ChangeSet, name: string): Promise<void> {
  change.note(baseEntry(change, { before: null, after: { name } }));
  await prisma().base.create({ data: { id: change.databaseId, name } });
  await setRole(change.databaseId, change.author.actor.person.id, "owner");
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
    await record("database-deleted", { ...place, subject: subjectOf("database", base) });
  });
}

function baseEntry(
  { databaseId }: BasePlace,
  { before, after }: Pick<StructureEntry, "before" | "after">,
): StructureEntry {
  return { kind: "base", tableId: null, itemId: databaseId, before, after };
}

export async function presentBase(row: BaseRow): Promise<Base> {
  return presentWith(row, await presentTables({ databaseId: row.id }, row.tables));
}

function presentWith(row: BaseRow, tables: Table[]): Base {
  return {
    id: row.id,
    name: row.name,
    tables,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    url: `${env.APP_URL}/database/${row.id}`,
  };
}
