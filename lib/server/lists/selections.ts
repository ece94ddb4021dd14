import { withFittingFields } from "../../contract/config-fields";
import { badRequest, conflict, isRefusal, notFound } from "../../contract/errors";
import type { Filter } from "../../contract/filters";
import type { Stack } from "../../contract/lists";
import { olderPath } from "../../contract/older-filters";
import type { ViewType } from "../../contract/view-types";
import { configOf, type ViewConfig, type ViewConfigUpdate } from "../../contract/views";
import { type Clock, clockIn } from "../../field-types/relative-days";
import { isHiddenView } from "../access/rules";
import { joinsOf, noPasses, type Passes, unitePasses } from "../computed/expression";
import { context } from "../context";
import { Prisma, prisma, type Sql } from "../db";
import { partitionOf } from "../structure/partitions";
import type { TableSchema } from "../structure/schemas";
import { withSettings } from "../structure/view-check";
import { ownRow } from "./field-sql";
import { filterSql, type ReadFilter, readFilter, subjectsIn } from "./filter-sql";
import { searchSql } from "./search-sql";
import { inStackSql } from "./stack-field";
import { passesOf } from "./subject";
import { storedSubjectOf, subjectOf } from "./subjects";

/** A selection of records, as requested. */
export interface Selection {
  readonly filter?: Filter | undefined;
  /** A second filter, converted from the older form. */
  readonly filters?: Filter | undefined;
  /** The zone of the viewer, by default UTC. */
  readonly timeZone?: string | undefined;
  readonly search?: string | undefined;
  readonly recordIds?: readonly string[] | undefined;
  readonly stack?: Stack | undefined;
  readonly view?: ViewConfig | undefined;
}

/** The SQL of a selection: its records are rows of `from` that satisfy `where`. */
export interface SelectionSql {
  readonly where: Sql;
  /** Passes that the condition reads. */
  readonly passes: Passes;
  /** Computes passes for each selected record, instead of all records of the table. */
  readonly isSmall: boolean;
}

/** Combines all parts of a selection. */
export async function selectionSql(
  schema: TableSchema,
  { filter, filters, timeZone = "UTC", search, recordIds, stack, view }: Selection,
): Promise<SelectionSql> {
  const clock = clockIn(timeZone);
  const asked = { meaning: subjectOf, clock };
  const read = [
    ...(view?.filter ? [await readViewFilter(schema, view.filter as Filter, clock)] : []),
    ...(filter ? [await readFilter(schema, filter, asked)] : []),
    ...(filters
      ? [
          await readFilter(schema, filters, {
            ...asked,
            pathIn: (path) => ["filters", ...olderPath(filters, path)],
          }),
        ]
      : []),
  ];
  const searched = search ? await searchSql(schema, search) : undefined;
  const conditions = [
    Prisma.sql`${ownRow}."tableId" = ${schema.id}`,
    ...(recordIds ? [Prisma.sql`${ownRow}."id" = ANY(${recordIds}::uuid[])`] : []),
    ...read.map(filterSql),
    ...(searched ? [searched.condition] : []),
    ...(stack ? [await inStackSql(schema, stack)] : []),
  ];
  const passes = [...read.flatMap(subjectsIn).map(passesOf), searched?.passes ?? noPasses];
  return {
    where: Prisma.join(conditions, " AND "),
    passes: unitePasses(passes),
    isSmall: recordIds !== undefined,
  };
}

/** The records of a table, with the passes of a selection and of what else a statement reads. */
export function recordsOf(
  schema: Pick<TableSchema, "id">,
  { passes, isSmall }: Pick<SelectionSql, "passes" | "isSmall">,
  others: Iterable<Passes> = [],
): Sql {
  const joins = joinsOf(unitePasses([passes, ...others]), isSmall ? "each" : "all");
  return Prisma.sql`${partitionOf(schema.id)} AS ${ownRow} ${joins}`;
}

/** Reads the settings of a view, overridden by the caller's. Throws a 404 for an unknown view. */
export async function findView(
  schema: TableSchema,
  viewId: string,
  changes?: ViewConfigUpdate,
): Promise<ViewConfig> {
  const view = await prisma().view.findFirst({ where: { id: viewId, tableId: schema.id } });
  const { reader } = context();
  if (!view || (reader && isHiddenView(reader, schema.rules, viewId))) throw notFound("view", viewId);
  const config = configOf(view.type as ViewType, view.config as Partial<ViewConfig>, schema.fields);
  const saved = withFittingFields(config, schema.fields);
  return changes ? withSettings(schema, saved, changes) : saved;
}

/** Refuses a view filter with deleted parts, because ignoring them would show more than the view does. */
async function readViewFilter(schema: TableSchema, filter: Filter, clock: Clock): Promise<ReadFilter> {
  try {
    return await readFilter(schema, filter, { meaning: storedSubjectOf, clock });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (schema.face.visitor) throw conflict("view", "has a filter that is no longer valid");
    // The reason may name fields that the caller may not read.
    const reason = schema.whole ? "" : `: ${error.message.replace(/\.$/, "")}`;
    throw badRequest([{ path: "viewId", message: `names a view whose filter is no longer valid${reason}` }]);
  }
}
