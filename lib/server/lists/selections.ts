import { withoutFields } from "../../contract/config-fields";
import { badRequest, isRefusal, notFound } from "../../contract/errors";
import type { Filter } from "../../contract/filters";
import { olderPath } from "../../contract/older-filters";
import type { ViewConfig, ViewConfigUpdate } from "../../contract/views";
import { Prisma, prisma, type Sql } from "../db";
import type { TableSchema } from "../structure/schemas";
import { withSettings } from "../structure/view-check";
import { missingIn } from "../structure/view-config";
import { ownRow } from "./field-sql";
import { filterSql, readFilter } from "./filter-sql";
import { searchSql } from "./search-sql";
import { storedSubjectOf } from "./subjects";

/** A selection of records, as requested. */
export interface Selection {
  readonly filter?: Filter | undefined;
  /** A second filter, converted from the older form. */
  readonly filters?: Filter | undefined;
  readonly search?: string | undefined;
  readonly recordIds?: readonly string[] | undefined;
  readonly view?: ViewConfig | undefined;
}

/** The SQL condition of a selection: all of its parts combined. */
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

/** Reads the settings of a view, overridden by the caller's. Throws a 404 for an unknown view. */
export async function findView(
  schema: TableSchema,
  viewId: string,
  config?: ViewConfigUpdate,
): Promise<ViewConfig> {
  const view = await prisma().view.findFirst({ where: { id: viewId, tableId: schema.id } });
  if (!view) throw notFound("view", viewId);
  const stored = view.config as unknown as ViewConfig;
  const saved = withoutFields(stored, missingIn(stored, schema.fields));
  return config ? withSettings(schema, saved, config) : saved;
}

/** Refuses a view filter with deleted parts, because ignoring them would show more than the view does. */
async function viewFilterSql(schema: TableSchema, filter: Filter): Promise<Sql> {
  try {
    return filterSql(await readFilter(schema, filter, { meaning: storedSubjectOf }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw badRequest([
      {
        path: "viewId",
        message: `names a view whose filter is no longer valid: ${error.message.replace(/\.$/, "")}`,
      },
    ]);
  }
}
