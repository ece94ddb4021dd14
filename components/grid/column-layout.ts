import { orderedFields, shownFields } from "@/components/fields/field-order";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

/** How a view lays the fields out, in the terms of the table model. */
export interface ColumnLayout {
  readonly columnOrder: string[];
  readonly columnVisibility: { [fieldId: string]: boolean };
  readonly columnSizing: { [fieldId: string]: number };
  readonly columnPinning: { start: string[]; end: string[] };
}

/** How the table model is to lay out what a view shows. */
export function layoutOf(table: Table, config: ViewConfig): ColumnLayout {
  const ordered = orderedFields(table, config.orderedFieldIds);
  const known = new Set(ordered.map(({ id }) => id));
  const frozen = shownFields(table, config).slice(0, config.frozenFieldCount);
  return {
    columnOrder: [...known],
    columnVisibility: Object.fromEntries(config.hiddenFieldIds.map((id) => [id, false])),
    columnSizing: Object.fromEntries(Object.entries(config.fieldWidths).filter(([id]) => known.has(id))),
    columnPinning: { start: frozen.map(({ id }) => id), end: [] },
  };
}
