import { badRequest } from "../../contract/errors";
import { defaultPage } from "../../contract/pages";
import type { BasePlace } from "../../contract/places";
import type { BaseTrashQuery, TrashItem, TrashKind, TrashList, TrashQuery } from "../../contract/trash";
import { Prisma, query, type Sql } from "../db";
import { authorsOf } from "../log/present-entries";
import { hiddenIn } from "../structure/schemas";
import { requireBase } from "../structure/structure";

/**
 * Lists the trash of a database, newest first. Leaves out the contents of trashed tables, unless both were deleted
 * together and are listed as a group.
 */
export async function listTrash({ databaseId }: BasePlace, asked: BaseTrashQuery): Promise<TrashList> {
  await requireBase({ databaseId });
  const isInBase = Prisma.sql`"baseId" = ${databaseId} AND "kind" <> 'base' AND ${await isSeen({ databaseId })}`;
  return asked.group === undefined
    ? listItems(Prisma.sql`${isInBase} AND ${hasTable(databaseId)} AND ${matches(asked)}`, asked)
    : listGroups(Prisma.sql`${isInBase} AND ${hasTableInGroup(databaseId)}`, asked);
}

/** SQL: the entry is not a field that does not exist for the caller. */
export async function isSeen(place: BasePlace): Promise<Sql> {
  const hidden = [...(await hiddenIn(place))];
  return hidden.length === 0 ? Prisma.sql`true` : Prisma.sql`"itemId" <> ALL(${hidden})`;
}

/** Lists trashed databases within the rights, newest first. */
export function listTrashedBases(databases: readonly string[] | null, asked: TrashQuery): Promise<TrashList> {
  const isOwn = databases === null ? Prisma.sql`true` : Prisma.sql`"baseId" = ANY(${databases})`;
  return listItems(Prisma.sql`"kind" = 'base' AND ${isOwn} AND ${matches(asked)}`, asked);
}

export function isTrashId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** SQL: the table of the part exists, which a restore requires. */
export function hasTable(databaseId: string): Sql {
  return Prisma.sql`("tableId" IS NULL OR "tableId" IN (SELECT "id" FROM "Table" WHERE "Table"."baseId" = ${databaseId}))`;
}

/** SQL: the table exists or was deleted together with the part, so that both are restored together. */
export function hasTableInGroup(databaseId: string): Sql {
  return Prisma.sql`(${hasTable(databaseId)} OR ("changeSetId", "tableId") IN (
    SELECT "changeSetId", "itemId" FROM "Trash" WHERE "baseId" = ${databaseId} AND "kind" = 'table'))`;
}

interface Row {
  readonly id: string;
  readonly kind: TrashKind;
  readonly itemId: string;
  readonly tableId: string | null;
  readonly name: string;
  readonly changeSetId: string;
  readonly actorId: string | null;
  readonly personId: string | null;
  readonly deletedAt: Date;
}

/** A group: its newest and its most important entry. */
interface GroupRow extends Row {
  readonly newest: string;
  readonly count: number;
  readonly records: number;
  /** True if its parts belong to several tables. */
  readonly isMixed: boolean;
}

const columns = Prisma.sql`"id", "kind", "itemId", "tableId", "name", "changeSetId", "actorId", "personId", "deletedAt"`;

async function listItems(condition: Sql, { limit = defaultPage, cursor }: TrashQuery): Promise<TrashList> {
  const rows = await query<Row>(Prisma.sql`
    SELECT ${columns} FROM "Trash" WHERE ${condition} AND ${isBefore(Prisma.sql`"id"`, cursor)}
    ORDER BY "id" DESC LIMIT ${limit + 1}`);
  return page(rows, { limit, cursorOf: ({ id }) => id });
}

async function listGroups(isListed: Sql, asked: BaseTrashQuery): Promise<TrashList> {
  const { limit = defaultPage, cursor } = asked;
  const rows = await query<GroupRow>(Prisma.sql`
    WITH groups AS (
      SELECT "changeSetId", (max("id"::text))::uuid AS "newest", count(*)::int AS "count",
        (count(*) FILTER (WHERE "kind" = 'record'))::int AS "records", count(DISTINCT "tableId") > 1 AS "isMixed"
      FROM "Trash" WHERE ${isListed} GROUP BY "changeSetId" HAVING bool_or(${matches(asked)})
    ), shown AS (
      SELECT * FROM groups WHERE ${isBefore(Prisma.sql`"newest"`, cursor)} ORDER BY "newest" DESC LIMIT ${limit + 1}
    )
    SELECT shown."newest", shown."count", shown."records", shown."isMixed", item.* FROM shown CROSS JOIN LATERAL (
      SELECT ${columns} FROM "Trash" WHERE ${isListed} AND "Trash"."changeSetId" = shown."changeSetId"
      ORDER BY array_position(ARRAY['table', 'field', 'view', 'record'], "kind"), "id" LIMIT 1
    ) AS item ORDER BY shown."newest" DESC`);
  return page(rows, { limit, cursorOf: ({ newest }) => newest });
}

function isBefore(id: Sql, cursor: string | undefined): Sql {
  if (cursor === undefined) return Prisma.sql`true`;
  if (isTrashId(cursor)) return Prisma.sql`${id} < ${cursor}::uuid`;
  throw badRequest([{ path: "cursor", message: "takes the `nextCursor` of the previous page" }]);
}

function matches({ itemId, search, kind, tableId, changeSetId }: Partial<BaseTrashQuery>): Sql {
  const pattern = `%${(search ?? "").replace(/[\\%_]/g, "\\$&")}%`;
  const conditions = [
    ...(itemId === undefined ? [] : [Prisma.sql`"itemId" = ${itemId}`]),
    ...(search ? [Prisma.sql`"name" ILIKE ${pattern}`] : []),
    ...(kind === undefined ? [] : [Prisma.sql`"kind" = ${kind}`]),
    ...(tableId === undefined
      ? []
      : [Prisma.sql`("tableId" = ${tableId} OR ("kind" = 'table' AND "itemId" = ${tableId}))`]),
    ...(changeSetId === undefined ? [] : [Prisma.sql`"changeSetId" = ${changeSetId}::uuid`]),
  ];
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join(conditions, " AND ");
}

interface Page<Shown> {
  readonly limit: number;
  readonly cursorOf: (row: Shown) => string;
}

async function page<Shown extends Row & Partial<GroupRow>>(
  rows: readonly Shown[],
  { limit, cursorOf }: Page<Shown>,
): Promise<TrashList> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const authors = await authorsOf(
    shown.flatMap(({ actorId, personId }) => (actorId === null ? [] : [{ actorId, personId }])),
  );
  const trash = shown.map(
    ({
      id,
      tableId,
      deletedAt,
      actorId,
      personId: _who,
      count,
      records,
      newest: _,
      isMixed,
      ...rest
    }): TrashItem => ({
      id: count !== undefined && count > 1 ? rest.changeSetId : id,
      ...rest,
      ...(tableId !== null && !isMixed && { tableId }),
      deletedAt: deletedAt.toISOString(),
      deletedBy: authors.get(actorId ?? "") ?? null,
      ...(count !== undefined && { count, records }),
    }),
  );
  return { trash, nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}
