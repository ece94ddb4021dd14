import { type Filter, partsOf } from "@/lib/contract/filters";
import type { Table } from "@/lib/contract/tables";
import { settingOf, type ViewConfig } from "@/lib/contract/views";
import { fieldType } from "@/lib/field-types";
import type { RecordColumn } from "@/lib/field-types/field-type";
import { withReads } from "@/lib/field-types/reads";

/** True if a new value of this field may move the record to another row or out of the listing. */
export type AffectsPosition = (fieldId: string) => boolean;

type PlacingKey =
  | "filter"
  | "sorts"
  | "groups"
  | "stackFieldId"
  | "stackAggregate"
  | "startFieldId"
  | "endFieldId";

/**
 * Finds the fields that decide which records a listing shows and where: those the view sorts, groups, stacks, dates or
 * filters by, or all in a search.
 */
export function affectsPositionIn(
  { fields }: Pick<Table, "fields">,
  { view, search }: { view: Pick<ViewConfig, PlacingKey>; search: string },
): AffectsPosition {
  const named = new Set([
    ...[...view.sorts, ...settingOf(view, "groups")].map(({ fieldId }) => fieldId),
    ...[view.stackFieldId, view.startFieldId, view.endFieldId].filter((id) => id != null),
    // The amount of a stack is read with its records.
    ...(view.stackAggregate ? [view.stackAggregate.fieldId] : []),
    ...(view.filter ? fieldsIn(view.filter) : []),
  ]);
  const byName = fields.filter(({ id }) => named.has(id));
  const isByUpdate =
    named.has("updatedAt") || byName.some(({ type }) => changesWithEdits(fieldType(type).column));
  // A search covers all fields.
  if (search !== "" || isByUpdate) return () => true;
  const read = withReads(named, fields);
  return (fieldId) => read.has(fieldId);
}

/** True for the columns that every edit of a record changes. */
function changesWithEdits(column: RecordColumn | undefined): boolean {
  return column === "updatedAt" || column === "updatedById";
}

function fieldsIn(filter: Filter): string[] {
  return "field" in filter ? [filter.field] : (partsOf(filter)?.parts.flatMap(fieldsIn) ?? []);
}
