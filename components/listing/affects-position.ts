import { type Filter, partsOf } from "@/lib/contract/filters";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";
import { fieldType } from "@/lib/field-types";
import { withReads } from "@/lib/field-types/reads";

/** True if a new value of this field may move the record to another row or out of the listing. */
export type AffectsPosition = (fieldId: string) => boolean;

/**
 * Finds the fields that decide which records a listing shows and where: those the view sorts, groups or filters by, or
 * all in a search.
 */
export function affectsPositionIn(
  { fields }: Pick<Table, "fields">,
  { view, search }: { view: Pick<ViewConfig, "filter" | "sorts" | "groups">; search: string },
): AffectsPosition {
  const named = new Set([
    ...[...view.sorts, ...view.groups].map(({ fieldId }) => fieldId),
    ...(view.filter ? fieldsIn(view.filter) : []),
  ]);
  const byName = fields.filter(({ id }) => named.has(id));
  const isByTime =
    named.has("updatedAt") || byName.some(({ type }) => fieldType(type).column === "updatedAt");
  // A search covers all fields, and every edit changes the time of the last update.
  if (search !== "" || isByTime) return () => true;
  const read = withReads(named, fields);
  return (fieldId) => read.has(fieldId);
}

function fieldsIn(filter: Filter): string[] {
  return "field" in filter ? [filter.field] : (partsOf(filter)?.parts.flatMap(fieldsIn) ?? []);
}
