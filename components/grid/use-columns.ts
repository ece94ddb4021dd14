import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { narrowestColumn, widestColumn } from "@/components/fields/field-widths";
import { useIsLocked } from "@/components/rights/rights";
import { defaultWidth } from "@/lib/contract/field-widths";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";
import { fieldTypeOf } from "@/lib/field-types";
import { layoutOf } from "./column-layout";

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});
const helper = createColumnHelper<typeof features, Record>();
/** The model computes columns only: records are loaded in pages and are never complete. */
const noRecords: Record[] = [];

/** The view's visible columns in order, with widths and positions, starting after the row numbers. */
export function useColumns(table: Table, view: View, numberWidth: number): readonly GridColumn[] {
  const isLocked = useIsLocked();
  const columns = useMemo(() => columnsOf(table), [table]);
  const layout = useMemo(() => layoutOf(table, view.config), [table, view.config]);
  const model = useTable({ features, columns, data: noRecords, state: layout });
  // The model is a new object on each render, but its columns are stable, and rows depend on those.
  const visible = model.getVisibleLeafColumns();
  return useMemo(() => {
    const pinned = new Set(layout.columnPinning.start);
    const fields = new Map(table.fields.map((field) => [field.id, field]));
    let left = numberWidth;
    return visible.flatMap((column, index): GridColumn[] => {
      const field = fields.get(column.id);
      if (!field) return [];
      const width = column.getSize();
      left += width;
      const isPinned = pinned.has(field.id);
      const isPrimary = field.id === table.primaryFieldId;
      const place = { index, width, left: left - width };
      const look = { fieldType: fieldTypeOf(field), isPinned, isPrimary, isLocked: isLocked(field.id) };
      return [{ ...place, field, ...look }];
    });
  }, [visible, layout, table, isLocked, numberWidth]);
}

function columnsOf({ fields, primaryFieldId }: Table) {
  return fields.map((field) =>
    helper.accessor((record) => record.data[field.id], {
      id: field.id,
      header: field.name,
      size: defaultWidth(field, primaryFieldId),
      minSize: narrowestColumn,
      maxSize: widestColumn,
    }),
  );
}
