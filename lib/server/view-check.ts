import { ApiError, badRequest, type ErrorDetail } from "../contract/errors";
import type { TablePlace } from "../contract/places";
import type { ViewConfigUpdate } from "../contract/views";
import { readFilter } from "./filter-sql";
import { withSchema } from "./schemas";
import { readSorts } from "./sort-sql";

/** A 400 for a filter, sorts or groups that a list could not go by: what a view keeps works. */
export async function requireUsable(
  place: TablePlace,
  { filter, sorts = [], groups = [] }: ViewConfigUpdate = {},
): Promise<void> {
  if (!filter && sorts.length === 0 && groups.length === 0) return;
  await withSchema(place, async (schema) => {
    const problems = [
      ...(filter ? await problemsOf(readFilter(schema, filter), ["filter", "config.filter"]) : []),
      ...(await problemsOf(readSorts(schema, sorts), ["sort", "config.sorts"])),
      ...(await problemsOf(readSorts(schema, groups), ["sort", "config.groups"])),
    ];
    if (problems.length > 0) throw badRequest(problems);
  });
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
