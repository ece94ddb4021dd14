import { badRequest, type ErrorDetail } from "../../contract/errors";
import type { Sort } from "../../contract/lists";
import { settingOf, type ViewConfig } from "../../contract/views";
import { quote } from "../../field-types/text";
import { unknownField } from "../records/values";
import type { TableSchema } from "../structure/schemas";
import { byId, byPosition, readSorts, readViewSorts, type SortKey } from "./sort-sql";

/** The fields to return: the requested ones, else those of the view; undefined for all of the caller's. */
export function shownFields(
  schema: TableSchema,
  asked: readonly string[] | undefined,
  view: ViewConfig | undefined,
): ReadonlySet<string> | undefined {
  if (asked) return readFields(schema, asked);
  if (!view || view.hiddenFieldIds.length === 0) return undefined;
  const hidden = new Set(view.hiddenFieldIds);
  return new Set(schema.face.fields.map(({ id }) => id).filter((id) => !hidden.has(id)));
}

function readFields(schema: TableSchema, names: readonly string[]): ReadonlySet<string> {
  const problems: ErrorDetail[] = [];
  const ids = new Set<string>();
  for (const [index, name] of names.entries()) {
    const field = schema.fieldOf(name);
    const refuse = (message: string) => problems.push({ path: `fields[${index}]`, message });
    if (!field) refuse(`names ${quote(name)}, which ${unknownField(schema.face)}`);
    else if (ids.has(field.id)) refuse(`repeats ${quote(field.name)}`);
    if (field) ids.add(field.id);
  }
  if (problems.length > 0) throw badRequest(problems);
  return ids;
}

/** The sort keys: the caller's sorts, else the view's groups and then its sorts or the manual order. */
export async function sortKeys(
  schema: TableSchema,
  sorts: readonly Sort[] = [],
  view: ViewConfig | undefined,
): Promise<SortKey[]> {
  const asked = sorts.length > 0 ? await readSorts(schema, sorts) : [];
  const keys = asked.length === 0 && view ? await viewKeys(schema, view) : asked;
  const [first, ...more] = keys;
  // Ids sort by creation and are indexed.
  if (more.length === 0 && first?.id === "createdAt" && first.direction === "asc") return [byId];
  return keys.some(({ id }) => id === byId.id) ? keys : [...keys, byId];
}

async function viewKeys(schema: TableSchema, view: ViewConfig): Promise<SortKey[]> {
  const outer = await readViewSorts(schema, settingOf(view, "groups"));
  const inner = await readViewSorts(schema, view.sorts);
  const within = inner.filter(({ id }) => outer.every((group) => group.id !== id));
  return [...outer, ...(within.length === 0 ? [byPosition] : within)];
}
