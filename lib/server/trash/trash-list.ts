import { badRequest } from "../../contract/errors";
import { defaultPage } from "../../contract/pages";
import type { BasePlace } from "../../contract/places";
import type { TrashItem, TrashKind, TrashList, TrashQuery } from "../../contract/trash";
import { type Prisma, prisma } from "../db";
import { requireBase } from "../structure/structure";

/** What lies in a database's trash, the newest first; of tables that lie there themselves nothing by itself. */
export async function listTrash({ databaseId }: BasePlace, asked: TrashQuery): Promise<TrashList> {
  await requireBase({ databaseId });
  const tables = await prisma().table.findMany({ where: { baseId: databaseId }, select: { id: true } });
  const tableIds = tables.map(({ id }) => id);
  return listItems(
    { baseId: databaseId, kind: { not: "base" }, OR: [{ tableId: null }, { tableId: { in: tableIds } }] },
    asked,
  );
}

/** The databases that lie in the trash, the newest first; of a key for some databases only those. */
export function listTrashedBases(databases: readonly string[] | null, asked: TrashQuery): Promise<TrashList> {
  return listItems({ kind: "base", ...(databases && { baseId: { in: [...databases] } }) }, asked);
}

async function listItems(
  where: Prisma.TrashWhereInput,
  { limit = defaultPage, cursor, itemId }: TrashQuery,
): Promise<TrashList> {
  if (cursor !== undefined && !isTrashId(cursor)) {
    throw badRequest([{ path: "cursor", message: "takes the `nextCursor` of the page before" }]);
  }
  const rows = await prisma().trash.findMany({
    where: {
      ...where,
      ...(cursor !== undefined && { id: { lt: cursor } }),
      ...(itemId !== undefined && { itemId }),
    },
    orderBy: { id: "desc" },
    take: limit + 1,
    omit: { content: true },
  });
  const items = rows.slice(0, limit).map(
    ({ id, kind, itemId, tableId, name, deletedAt }): TrashItem => ({
      id,
      kind: kind as TrashKind,
      itemId,
      ...(tableId !== null && { tableId }),
      name,
      deletedAt: deletedAt.toISOString(),
    }),
  );
  return { trash: items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

export function isTrashId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
