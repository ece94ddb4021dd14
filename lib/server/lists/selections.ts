import { badRequest, isRefusal, notFound } from "../../contract/errors";
import type { Filter } from "../../contract/filters";
import { olderPath } from "../../contract/older-filters";
import type { ViewConfig, ViewConfigUpdate } from "../../contract/views";
import { Prisma, prisma, type Sql } from "../db";
import type { TableSchema } from "../structure/schemas";
import { withSettings } from "../structure/view-check";
import { ownRow } from "./field-sql";
import { filterSql, readFilter } from "./filter-sql";
import { searchSql } from "./search-sql";
import { storedSubjectOf } from "./subjects";

/** Which records are meant, as a caller says it. */
export interface Selection {
  readonly filter?: Filter | undefined;
  /** Another one, which was written in the older form. */
  readonly filters?: Filter | undefined;
  readonly search?: string | undefined;
  readonly recordIds?: readonly string[] | undefined;
  readonly view?: ViewConfig | undefined;
}

/** The condition under which a record of the table is meant: all that is said of it holds. */
export async function selectionSql(
  schema: TableSchema,
  { filter, filters, search, recordIds, view }: Selection,
): Promise<Sql> {
  const conditions = [
    Prisma.sql`${ownRow}."tableId" = ${schema.id}`,
    ...(recordIds ? [Prisma.sql`${ownRow}."id" = ANY(${recordIds}::uuid[])`] : []),
    ...(view?.filter ? [await viewFilterSql(schema, view.filter as Filter)] : []),
    ...(filter ? [filterSql(await readFilter(schema, filter))] : []),
    ...(filters
      ? [
          filterSql(
            await readFilter(schema, filters, { pathIn: (path) => ["filters", ...olderPath(filters, path)] }),
          ),
        ]
      : []),
    ...(search ? [await searchSql(schema, search)] : []),
  ];
  return Prisma.join(conditions, " AND ");
}

/** What a view of the table holds, with a caller's settings in place of its own; a 404 where there is none of this id. */
export async function findView(
  schema: TableSchema,
  viewId: string,
  config?: ViewConfigUpdate,
): Promise<ViewConfig> {
  const view = await prisma().view.findFirst({ where: { id: viewId, tableId: schema.id } });
  if (!view) throw notFound("view", viewId);
  const saved = view.config as unknown as ViewConfig;
  return config ? withSettings(schema, saved, config) : saved;
}

/** A view may speak of what is gone: to pass over it would show more than the view does. */
async function viewFilterSql(schema: TableSchema, filter: Filter): Promise<Sql> {
  try {
    return filterSql(await readFilter(schema, filter, { meaning: storedSubjectOf }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw badRequest([
      { path: "viewId", message: `is of a view whose filter fits no more: ${error.message}` },
    ]);
  }
}
