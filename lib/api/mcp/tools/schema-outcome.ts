import type { Conversion, Dependent, RehearsedField } from "../../../contract/fields";
import type { Table } from "../../../contract/tables";
import type { ToolContent } from "../tool";

/** The answer of an operation that changes the schema, as far as assistants get it. */
export type Changed = Partial<
  Pick<Table, "id" | "name" | "fields" | "views"> & { type: string; dependents: Dependent[]; deleted: true }
> &
  Partial<Pick<RehearsedField, "preview"> & Conversion>;

/** The effect of a change, and in a dry run that on values. */
export function outcomeOf(changed: Changed, rehearsed: Changed = {}): ToolContent {
  const { id, name, type, fields, views, deleted, dependents } = changed;
  const { preview, convertible, lost, examples } = rehearsed;
  const told = {
    id,
    name,
    type,
    fields: fields?.map(({ id, name }) => ({ id, name })),
    views: views?.map(({ id, name }) => ({ id, name })),
    deleted,
    dependents: dependents ?? rehearsed.dependents,
    preview,
    conversion: convertible === undefined ? undefined : { convertible, lost, examples },
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}
