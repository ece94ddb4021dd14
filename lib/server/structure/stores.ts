import { execute, Prisma, requireTransaction } from "../db";

/** Kinds of parts with an order among siblings. */
export type PartKind = "table" | "field" | "view";

interface Store {
  readonly all: Prisma.Sql;
  /** The column shared by siblings. */
  readonly parent: Prisma.Sql;
}

/** The tables with all rows, deleted ones too. All other code reads the views `Table`, `Field` and `View`. */
export const stores: Readonly<Record<PartKind, Store>> = {
  table: { all: Prisma.sql`"AllTables"`, parent: Prisma.sql`"baseId"` },
  field: { all: Prisma.sql`"AllFields"`, parent: Prisma.sql`"tableId"` },
  view: { all: Prisma.sql`"AllViews"`, parent: Prisma.sql`"tableId"` },
};

export const partKinds = ["table", "field", "view"] as const satisfies readonly PartKind[];

/** Numbers siblings in the given order from 0. */
export async function storeOrder(kind: PartKind, ids: readonly string[]): Promise<void> {
  requireTransaction();
  await number(
    kind,
    Prisma.sql`
      SELECT "id", "place" - 1 AS "place" FROM unnest(${ids}::text[]) WITH ORDINALITY AS given ("id", "place")`,
  );
}

/** Renumbers the parts of these parents after some were deleted or restored. */
export async function closeGaps(kind: PartKind, parentIds: Iterable<string>): Promise<void> {
  const { all, parent } = stores[kind];
  await number(
    kind,
    Prisma.sql`
      SELECT "id", row_number() OVER (PARTITION BY ${parent} ORDER BY "order") - 1 AS "place" FROM ${all}
      WHERE ${parent} = ANY(${[...parentIds]}) AND "trashId" IS NULL`,
  );
}

/**
 * Stores the numbers in `places`. Deleted siblings get fractions: each stays behind the sibling that it came behind,
 * so that it is in its place when it is restored.
 */
async function number(kind: PartKind, places: Prisma.Sql): Promise<void> {
  const { all, parent } = stores[kind];
  await execute(Prisma.sql`
    WITH given AS (${places}), sibling AS (
      SELECT "id", ${parent} AS "parent", "order", "place" FROM ${all} LEFT JOIN given USING ("id")
      WHERE ${parent} IN (SELECT ${parent} FROM ${all} JOIN given USING ("id"))
    ), deleted AS (
      SELECT "id", "parent", "order", coalesce((
        SELECT other."place" FROM sibling AS other
        WHERE other."parent" = sibling."parent" AND other."place" IS NOT NULL AND other."order" < sibling."order"
        ORDER BY other."order" DESC LIMIT 1), -1) AS "behind"
      FROM sibling WHERE "place" IS NULL
    ), numbered AS (
      SELECT "id", "place"::float8 AS "order" FROM given UNION ALL
      SELECT "id", "behind" + 1 - 1.0 / (1 + row_number() OVER (PARTITION BY "parent", "behind" ORDER BY "order")) FROM deleted
    )
    UPDATE ${all} AS moved SET "order" = numbered."order" FROM numbered
    WHERE moved."id" = numbered."id" AND moved."order" <> numbered."order"`);
}
