// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are virtualized and positioned absolutely, which a <table> does not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: only one cell of a grid is a tab stop
import { memo } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { errorOf } from "@/components/cells/computed-notes";
import type { EditorActions } from "@/components/cells/editors/editor";
import { failureOf, type RecordEdits, shownValue } from "@/components/edits/edits";
import { ColorBar } from "@/components/fields/color-bar";
import { rowColorStyle } from "@/components/fields/option-style";
import type { Record } from "@/lib/contract/records";
import { marksAt, type RowMarks } from "./cursor/selection-marks";
import { GridCell, lineLook } from "./grid-cell";
import { OpenRecordButton } from "./open-record-button";
import { RowGrip } from "./row-grip";

interface GridRowProps {
  readonly row: number;
  /** The line number among rows and headers, and the nesting depth among groups. */
  readonly line: number;
  readonly level: number | undefined;
  readonly top: number;
  readonly height: number;
  /** Undefined until it is loaded. */
  readonly record: Record | undefined;
  readonly edits: RecordEdits | undefined;
  readonly color: string | undefined;
  /** The colours of single cells, by field id. */
  readonly cellColors: ReadonlyMap<string, string> | undefined;
  readonly columns: readonly GridColumn[];
  readonly numberWidth: number;
  /** The column where Tab enters the grid, if in this row, and whether that cell is active. */
  readonly tabStop: number | null;
  readonly isActive: boolean;
  /** The parts of the selection in this row. */
  readonly marks: RowMarks;
  /** The column of the cell with the fill handle, if in this row. */
  readonly handle: number | null;
  /** The cut cells, by field id. */
  readonly cutFields: ReadonlyMap<string, unknown> | null;
  readonly isFrozen: boolean;
  /** True while scrolling is too fast to read. */
  readonly isPassing: boolean;
  /** True if rows are in manual order. */
  readonly isMovable: boolean;
  readonly editing: { readonly fieldId: string; readonly draft: string } | null;
  readonly actions: EditorActions;
}

export const GridRow = memo(function GridRow(props: GridRowProps) {
  const {
    row,
    line,
    level,
    top,
    height,
    record,
    edits,
    color,
    cellColors,
    columns,
    tabStop,
    isActive,
    marks,
    handle,
    cutFields,
  } = props;
  const { numberWidth, isFrozen, isPassing, isMovable, editing, actions } = props;
  const frozen = isFrozen ? columns.filter((column) => column.isPinned) : [];
  const scrolling = columns.slice(frozen.length);
  const ground = color === undefined ? plainLook : coloredLook;
  return (
    <div
      role="row"
      aria-rowindex={line + 2}
      aria-level={level}
      data-row={row}
      className={`group/row absolute inset-x-0 flex border-border border-b ${ground.row}`}
      style={{ top, height, ...(color !== undefined && rowColorStyle(color)) }}
    >
      {/* A single sticky element for all frozen cells, because browsers make each one a layer. */}
      <div className={`sticky start-0 z-10 flex shrink-0 ${ground.frozen}`}>
        <div
          role="rowheader"
          aria-colindex={1}
          className={`shrink-0 cursor-default border-border border-e px-2 text-end tabular-nums select-none ${lineLook} ${marks.length > 0 ? "bg-accent-soft text-text" : "text-muted"}`}
          style={{ width: numberWidth }}
        >
          {color !== undefined && <ColorBar color={color} />}
          {record && isMovable && <RowGrip />}
          {record && <OpenRecordButton recordId={record.id} />}
          {/* Smaller than the values, but on their baseline, because it shares their line. */}
          <span className="text-xs">{row + 1}</span>
        </div>
        {frozen.map((column) => cellOf(column, 0))}
      </div>
      {scrolling.map((column, index) =>
        cellOf(column, column.left - (endOf(scrolling[index - 1] ?? frozen.at(-1)) ?? numberWidth)),
      )}
    </div>
  );

  function cellOf(column: GridColumn, gap: number) {
    const { id } = column.field;
    return (
      <GridCell
        key={id}
        column={column}
        recordId={record?.id}
        value={record && shownValue(edits, id, record.data[id])}
        error={record && errorOf(record, id)}
        failure={failureOf(edits, id)}
        isTabStop={tabStop === column.index}
        isActive={isActive && tabStop === column.index}
        {...marksAt(marks, column.index)}
        hasHandle={handle === column.index}
        color={cellColors?.get(id)}
        isCut={cutFields?.has(id) ?? false}
        gap={gap}
        isPassing={isPassing}
        draft={editing?.fieldId === id ? editing.draft : null}
        actions={actions}
      />
    );
  }
});

/** The backgrounds of a row and of its frozen cells, also under the pointer. */
const plainLook = {
  row: "bg-surface hover:bg-hover",
  frozen: "bg-surface group-hover/row:bg-hover",
};
const coloredLook = {
  row: "bg-(--row-tint) hover:bg-(--row-tint-hover)",
  frozen: "bg-(--row-tint) group-hover/row:bg-(--row-tint-hover)",
};

/** The right edge of a column. There may be columns that are not drawn between two cells. */
function endOf(column: GridColumn | undefined): number | undefined {
  return column && column.left + column.width;
}
