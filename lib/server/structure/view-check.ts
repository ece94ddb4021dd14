import { isSystemField, mapFields } from "../../contract/config-fields";
import { ApiError, badRequest, type ErrorDetail } from "../../contract/errors";
import type { Condition, Filter } from "../../contract/filters";
import type { TablePlace } from "../../contract/places";
import type { ViewConfig, ViewConfigUpdate } from "../../contract/views";
import { readFilter } from "../lists/filter-sql";
import { readSorts } from "../lists/sort-sql";
import { storedSubjectOf } from "../lists/subjects";
import { type TableSchema, withSchema } from "./schemas";
import { readConfig, withEveryField } from "./view-config";
import { conditionsOf, withoutConditions } from "./view-filter";

/** A 400 for a filter, sorts or groups that a list could not go by: what a view keeps works. */
export async function requireUsable(
  place: TablePlace,
  { filter, sorts = [], groups = [] }: ViewConfigUpdate = {},
): Promise<void> {
  if (!filter && sorts.length === 0 && groups.length === 0) return;
  await withSchema(place, (schema) => requireUsableIn(schema, { filter, sorts, groups }));
}

/** The config of a view with others of its settings, as a caller wrote them; a 400 where a list could not go by them. */
export async function withSettings(
  schema: TableSchema,
  config: ViewConfig,
  written: ViewConfigUpdate,
): Promise<ViewConfig> {
  await requireUsableIn(schema, written);
  return { ...config, ...readConfig(written, schema.fields) };
}

async function requireUsableIn(
  schema: TableSchema,
  { filter, sorts = [], groups = [] }: ViewConfigUpdate,
): Promise<void> {
  const problems = [
    ...(filter ? await problemsOf(readFilter(schema, filter), ["filter", "config.filter"]) : []),
    ...(await problemsOf(readSorts(schema, sorts), ["sort", "config.sorts"])),
    ...(await problemsOf(readSorts(schema, groups), ["sort", "config.groups"])),
  ];
  if (problems.length > 0) throw badRequest(problems);
}

/**
 * What a view kept that comes back, as it would be had it followed its table all along: nothing in it speaks of
 * fields that are gone, it shows those that are new, and its filter asks only what they can answer.
 */
export async function fitConfig(schema: TableSchema, config: ViewConfig): Promise<ViewConfig> {
  const kept = withFieldsOf(schema, config);
  const filter = kept.filter && (await fitFilter(schema, kept.filter));
  return { ...withEveryField(kept, schema.fields), filter };
}

/** What a view kept, without what its table has no more. */
export function withFieldsOf(
  { fields }: { fields: readonly { id: string }[] },
  config: ViewConfig,
): ViewConfig {
  const ids = new Set(fields.map(({ id }) => id));
  return mapFields(config, (id) => (ids.has(id) || isSystemField(id) ? id : undefined));
}

/** The filter without what the fields of its table cannot answer. */
export async function fitFilter(schema: TableSchema, filter: Filter): Promise<Filter | null> {
  const refused = new Set<Condition>();
  for (const condition of conditionsOf(filter)) {
    const problems = await problemsOf(readFilter(schema, condition, { meaning: storedSubjectOf }), ["", ""]);
    if (problems.length > 0) refused.add(condition);
  }
  return withoutConditions(filter, refused);
}

/** What a reading finds wrong, under the path that the thing has in a view. */
async function problemsOf(
  reading: Promise<unknown>,
  [inList, inView]: [inList: string, inView: string],
): Promise<ErrorDetail[]> {
  try {
    await reading;
    return [];
  } catch (error) {
    if (!(error instanceof ApiError) || !error.details) throw error;
    return error.details.map(({ path, message }) => ({ path: path.replace(inList, inView), message }));
  }
}
