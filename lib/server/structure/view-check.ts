import { isDeepStrictEqual } from "node:util";
import { fieldIdsIn, mapFilters, mapForm, withChanges } from "../../contract/config-fields";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import type { Condition, Filter } from "../../contract/filters";
import type { TablePlace } from "../../contract/places";
import type { ViewConfig, ViewConfigUpdate } from "../../contract/views";
import { prisma } from "../db";
import { readComputation } from "../lists/computations";
import { readFilter } from "../lists/filter-sql";
import { readSorts } from "../lists/sort-sql";
import { storedSubjectOf, subjectOf } from "../lists/subjects";
import type { ChangeSet } from "../log/changes";
import { changeViews } from "./field-rows";
import { problemsOf } from "./problems-of";
import { findSchema, type TableSchema, withSchema } from "./schemas";
import { placeBack } from "./siblings";
import { withParts } from "./structure";
import { watchTables } from "./structure-watch";
import { problemsOfColors } from "./view-colors";
import { readConfig } from "./view-config";
import { conditionsOf, withoutConditions } from "./view-filter";
import { problemsOfQuestions } from "./view-questions";

/**
 * Throws a 400 for a filter, orders or an aggregate that a list would refuse, and for fields that a form cannot ask for.
 * `viewId` is the view that is changed.
 */
export async function requireUsable(
  { viewId, ...place }: TablePlace & { readonly viewId?: string },
  written: ViewConfigUpdate,
): Promise<void> {
  const { filter, sorts = [], groups = [], stackAggregate, fields = [], rowColor } = written;
  const named = sorts.length + groups.length + fields.length;
  if (!filter && named === 0 && !stackAggregate && !rowColor) return;
  await withSchema(place, async (schema) => {
    await requireUsableIn(schema, written);
    const problems = [
      ...(await problemsOfQuestions(schema, fields, viewId)),
      ...(await problemsOfColors(schema, rowColor)),
    ];
    if (problems.length > 0) throw badRequest(problems);
  });
}

/**
 * The config of a view with the caller's settings applied. A filter by fields that the caller may not read applies beside
 * their own. Throws a 400 if a list would refuse the settings.
 */
export async function withSettings(
  schema: TableSchema,
  config: ViewConfig,
  written: ViewConfigUpdate,
): Promise<ViewConfig> {
  await requireUsableIn(schema, written);
  const own = readConfig(written, schema.face.fields);
  const { filter } = config;
  const isWithheld = [...fieldIdsIn({ filter })].some((id) => schema.fieldOf(id)?.id !== id);
  const changed = withChanges(config, own);
  if (!isWithheld || own.filter === undefined) return changed;
  return { ...changed, filter: own.filter ? { and: [filter as Filter, own.filter] } : filter };
}

async function requireUsableIn(
  schema: TableSchema,
  { filter, sorts = [], groups = [], stackAggregate }: ViewConfigUpdate,
): Promise<void> {
  const problems = [
    ...(stackAggregate ? await aggregateProblems(schema, stackAggregate) : []),
    ...(filter
      ? await problemsOf(readFilter(schema, filter, { meaning: subjectOf }), ["filter", "config.filter"])
      : []),
    ...(await problemsOf(readSorts(schema, sorts), ["sort", "config.sorts"])),
    ...(await problemsOf(readSorts(schema, groups), ["sort", "config.groups"])),
  ];
  if (problems.length > 0) throw badRequest(problems);
}

async function aggregateProblems(
  schema: TableSchema,
  { fieldId, function: name }: NonNullable<ViewConfigUpdate["stackAggregate"]>,
): Promise<ErrorDetail[]> {
  const read = await readComputation(schema, { field: fieldId, function: name });
  if (!("message" in read)) return [];
  const part = read.part === "field" ? "fieldId" : "function";
  return [{ path: `config.stackAggregate.${part}`, message: read.message }];
}

/**
 * Converts the views of tables to fields that changed meanwhile: adds missing fields, and keeps filters as far as
 * the fields support them. Calls `onLoss` for views whose filter loses a condition.
 */
export async function convertViews(
  change: ChangeSet,
  tableIds: ReadonlySet<string>,
  onLoss: (viewId: string) => void = () => {},
): Promise<void> {
  const { databaseId } = change;
  await watchTables(change, tableIds);
  for (const tableId of tableIds) {
    const table = await prisma().table.findUnique({ where: { id: tableId }, include: withParts });
    const schema = await findSchema({ databaseId, tableId });
    if (!table || !schema) continue;
    await changeViews(table, async (config, viewId) => {
      const converted = await convertConfig(schema, config);
      const filtersOf = ({ filter, fields, rowColor }: ViewConfig) => [filter, fields, rowColor];
      if (!isDeepStrictEqual(filtersOf(converted), filtersOf(config))) onLoss(viewId);
      return converted;
    });
  }
}

async function convertConfig(schema: TableSchema, config: ViewConfig): Promise<ViewConfig> {
  const all = schema.fields.map(({ id }) => id);
  const whole = mapForm(config, "sequence", (ids) => {
    return placeBack(ids, all, new Set(all.filter((id) => !ids.includes(id))));
  });
  return mapFilters(whole, (filter) => pruneFilter(schema, filter));
}

/** Removes conditions that the fields do not support. */
export async function pruneFilter(schema: TableSchema, filter: Filter): Promise<Filter | null> {
  const refused = new Set<Condition>();
  for (const condition of conditionsOf(filter)) {
    const problems = await problemsOf(readFilter(schema, condition, { meaning: storedSubjectOf }));
    if (problems.length > 0) refused.add(condition);
  }
  return withoutConditions(filter, refused);
}
