import { orderedFields, shownFields } from "@/components/fields/field-order";
import type { Table } from "@/lib/contract/tables";
import { settingOf, type ViewConfig } from "@/lib/contract/views";

/** A view's column layout in the terms of TanStack Table. */
export interface ColumnLayout {
  readonly columnOrder: string[];
  readonly columnVisibility: { [fieldId: string]: boolean };
  readonly columnSizing: { [fieldId: string]: number };
  readonly columnPinning: { start: string[]; end: string[] };
}

/** Converts a view's settings to the state of TanStack Table. */
export function layoutOf(table: Table, config: ViewConfig): ColumnLayout {
  const ordered = orderedFields(table, config.orderedFieldIds);
  const known = new Set(ordered.map(({ id }) => id));
  const frozen = shownFields(table, config).slice(0, settingOf(config, "frozenFieldCount"));
  return {
    columnOrder: [...known],
    columnVisibility: Object.fromEntries(config.hiddenFieldIds.map((id) => [id, false])),
    columnSizing: Object.fromEntries(Object.entries(config.fieldWidths).filter(([id]) => known.has(id))),
    columnPinning: { start: frozen.map(({ id }) => id), end: [] },
  };
}
