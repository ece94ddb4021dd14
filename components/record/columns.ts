import type { GridColumn } from "@/components/cells/columns";
import { columnOf } from "@/components/cells/columns";
import { orderedFields, shownFields } from "@/components/fields/field-order";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

/** The fields of a record: those the view shows in its order, then the hidden ones. */
export interface RecordColumns {
  readonly shown: readonly GridColumn[];
  readonly hidden: readonly GridColumn[];
}

/**
 * The column width in pixels that decides how much of a value is drawn. Values wrap here, so they get room for some
 * hundred items; the editor shows the rest.
 */
const room = 6_000;

export function recordColumns(
  table: Table,
  config: ViewConfig,
  { isLocked }: { readonly isLocked: (fieldId: string) => boolean },
): RecordColumns {
  const shown = shownFields(table, config);
  const isShown = new Set(shown.map(({ id }) => id));
  const hidden = orderedFields(table, config.orderedFieldIds).filter(({ id }) => !isShown.has(id));
  return {
    shown: shown.map((field, index) => columnOf(field, { index, width: room, isLocked: isLocked(field.id) })),
    hidden: hidden.map((field, index) =>
      columnOf(field, { index: shown.length + index, width: room, isLocked: isLocked(field.id) }),
    ),
  };
}
