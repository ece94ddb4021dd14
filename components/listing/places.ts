import { type Filter, partsOf } from "@/lib/contract/filters";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import { fieldType } from "@/lib/field-types";
import { withReads } from "@/lib/field-types/reads";

/** Whether a record may stand elsewhere, or nowhere, once its value of a field is another. */
export type Places = (fieldId: string) => boolean;

/** What decides which records a listing shows and where: what its view sorts, groups and filters by, and a search. */
export function placesOf(
  { fields }: Pick<Table, "fields">,
  { view, search }: { view: Pick<ViewConfig, "filter" | "sorts" | "groups">; search: string },
): Places {
  const named = new Set([
    ...[...view.sorts, ...view.groups].map(({ fieldId }) => fieldId),
    ...(view.filter ? fieldsIn(view.filter) : []),
  ]);
  const byName = fields.filter(({ id }) => named.has(id));
  const isByTime =
    named.has("updatedAt") || byName.some(({ type }) => fieldType(type).column === "updatedAt");
  // A search looks into all fields, and any edit is the latest.
  if (search !== "" || isByTime) return () => true;
  const read = withReads(named, fields);
  return (fieldId) => read.has(fieldId);
}

function fieldsIn(filter: Filter): string[] {
  return "field" in filter ? [filter.field] : (partsOf(filter)?.parts.flatMap(fieldsIn) ?? []);
}
