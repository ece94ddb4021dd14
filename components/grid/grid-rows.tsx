// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are drawn in part and placed freely, which a <table> cannot be
import type { EditorActions } from "./editors/editor";
import { type Range, rowHeight } from "./geometry";
import { GridRow } from "./grid-row";
import type { GridModel } from "./use-grid";

interface GridRowsProps {
  readonly grid: GridModel;
  readonly actions: EditorActions;
}

/** The rows in sight and, wherever it is, that of the focused cell: what has the focus must stay in the page. */
export function GridRows({ grid, actions }: GridRowsProps) {
  const { viewport, count, columns, records, edits, cursor, focus } = grid;
  const { drawn } = viewport;
  return (
    <div role="rowgroup" className="relative" style={{ height: viewport.bodyHeight }}>
      {rowsOf(drawn.rows, focus.row, count.rows).map((row) => {
        const record = records.at(row);
        const isFocused = row === focus.row;
        return (
          <GridRow
            key={row}
            row={row}
            top={row * rowHeight + drawn.shift}
            record={record}
            edits={record && edits.records.get(record.id)}
            columns={isFocused ? columns.drawnAtFocus : columns.drawn}
            tabStop={isFocused ? focus.column : null}
            isSelected={isFocused && cursor.state !== "idle"}
            isFrozen={drawn.isFrozen}
            editing={cursor.state === "editing" && cursor.recordId === record?.id ? cursor : null}
            actions={actions}
          />
        );
      })}
    </div>
  );
}

function rowsOf({ first, end }: Range, focused: number, count: number): number[] {
  const rows = Array.from({ length: end - first }, (_, index) => first + index);
  // Nothing is drawn before the grid is measured; then a focused row would be drawn alone.
  if (end === first || focused >= count) return rows;
  if (focused < first) return [focused, ...rows];
  return focused >= end ? [...rows, focused] : rows;
}
