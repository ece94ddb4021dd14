// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are drawn in part and placed freely, which a <table> cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: of a grid only one cell can be reached by Tab
import { memo } from "react";
import type { Record } from "@/lib/contract/records";
import type { GridColumn } from "./columns";
import type { EditorActions } from "./editors/editor";
import { failureOf, type RecordEdits, shownValue } from "./edits";
import { numberWidth, rowHeight } from "./geometry";
import { GridCell } from "./grid-cell";

interface GridRowProps {
  readonly row: number;
  readonly top: number;
  /** Undefined until it is there. */
  readonly record: Record | undefined;
  readonly edits: RecordEdits | undefined;
  readonly columns: readonly GridColumn[];
  /** The column where Tab enters the grid, if it is in this row; and whether it is selected. */
  readonly tabStop: number | null;
  readonly isSelected: boolean;
  readonly isFrozen: boolean;
  readonly editing: { readonly fieldId: string; readonly draft: string } | null;
  readonly actions: EditorActions;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, top, record, edits, columns, tabStop, isSelected, isFrozen, editing, actions } = props;
  return (
    <div
      role="row"
      aria-rowindex={row + 2}
      data-row={row}
      className="absolute inset-x-0 flex border-border border-b hover:[&>:not([aria-selected=true],[aria-invalid])]:bg-hover"
      style={{ height: rowHeight, transform: `translateY(${top}px)` }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="sticky start-0 z-20 flex shrink-0 items-center justify-end border-border border-e bg-surface px-1.5 text-muted text-xs tabular-nums select-none"
        style={{ width: numberWidth }}
      >
        {row + 1}
      </div>
      {columns.map((column) => (
        <GridCell
          key={column.field.id}
          column={column}
          recordId={record?.id}
          value={record && shownValue(edits, column.field.id, record.data[column.field.id])}
          failure={failureOf(edits, column.field.id)}
          isTabStop={tabStop === column.index}
          isSelected={isSelected && tabStop === column.index}
          isFrozen={isFrozen}
          draft={editing?.fieldId === column.field.id ? editing.draft : null}
          actions={actions}
        />
      ))}
    </div>
  );
});
