// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are virtualized and positioned absolutely, which a <table> does not allow
import { type CSSProperties, useMemo, useRef, useSyncExternalStore } from "react";
import type { EditorActions } from "@/components/cells/editors/editor";
import { RowLinesProvider } from "@/components/cells/views/row-lines";
import type { Group } from "@/components/groups/group";
import { groupHeight, type PlacedHeader, type RowLayout, topOf } from "@/components/groups/row-layout";
import { hiddenAt } from "@/components/groups/shown-rows";
import { indexesOf } from "@/components/listing/range";
import { useRecordColors } from "@/components/record-card/record-colors";
import { onceIdle } from "@/components/ui/on-demand";
import { getCut, subscribeToCut } from "./clipboard/cut";
import { areasOf, hasSelection } from "./cursor/cursor";
import { depthOf, lineOf } from "./cursor/lines";
import type { Area } from "./cursor/selection";
import { marksByRow } from "./cursor/selection-marks";
import type { Position } from "./cursor/steps";
import { fillToward } from "./fill/fill-toward";
import { GridRow } from "./grid-row";
import { GroupHeader } from "./group-header";
import { whyFixed } from "./rows/why-fixed";
import type { SummaryRow } from "./summary/use-summaries";
import type { GridModel } from "./use-grid";
import { headerHeight, numberWidthOf } from "./viewport/geometry";
import { assignSlots, moveSlot, noSlots, type Slots } from "./viewport/row-slots";
import type { DrawnRows } from "./viewport/use-viewport";

const OthersCells = onceIdle(async () => (await import("./others/others-cells")).OthersCells, null);

interface GridRowsProps {
  readonly grid: GridModel;
  /** The cell that the fill handle is dragged to. */
  readonly fillingTo: Position | null;
  /** The cell that files are dragged over. */
  readonly droppingOn: Position | null;
  /** The row that dragged rows would be placed before. */
  readonly movingTo: number | null;
  readonly actions: EditorActions;
  readonly onToggle: (group: Group) => void;
}

/**
 * The rows and headers in the viewport, plus the one with the focus, which must stay in the DOM. They move inside a
 * sticky window, positioned by script while the tall element scrolls behind it, so that no row is visible before it is
 * drawn.
 */
export function GridRows({ grid, fillingTo, droppingOn, movingTo, actions, onToggle }: GridRowsProps) {
  const { viewport, columns, records, edits, cursor, active, headerStop, grouping, summaries, services } =
    grid;
  const { frame, layout } = viewport;
  const { rowHeight } = layout;
  const drawn = useSyncExternalStore(viewport.rows.subscribe, viewport.rows.get, viewport.rows.get);
  const isEditing = cursor.state === "editing";
  const rows = rowsOf(drawn, { row: headerStop === null ? active.row : null, isEditing }, layout);
  const headers = headersOf(drawn, headerStop, layout);
  const slots = useSlots(rows, isEditing ? { recordId: cursor.recordId, row: active.row } : null);
  const { marks, corner } = useSelectionMarks(grid, { fillingTo, droppingOn });
  const cut = useSyncExternalStore(subscribeToCut, getCut, () => null);
  const lines = linesIn(rowHeight);
  const isMovable = whyFixed(services) === undefined;
  const colorsOf = useRecordColors();
  const mayFill = services.may("update-records");
  // Reordering elements in the DOM would end a composition and slow down scrolling.
  const isInOrder = drawn.isResting && !isEditing;
  return (
    <div role="rowgroup" className="relative" style={{ height: viewport.bodyHeight }}>
      <div
        data-tall={lines > 1 ? "" : undefined}
        className="sticky overflow-clip"
        style={{ top: headerHeight, height: frame.height, "--row-lines": lines } as CSSProperties}
      >
        <div ref={viewport.layerRef} className="absolute inset-x-0 top-0 will-change-transform">
          <RowLinesProvider value={lines}>
            {(isInOrder ? inOrder(rows, headers) : [...bySlot(rows, slots), ...headers]).map((each) =>
              typeof each === "number" ? rowOf(each) : headerOf(each),
            )}
          </RowLinesProvider>
          <OthersCells grid={grid} topOfRow={topIfDrawn} />
          {movingTo !== null && (
            <div
              aria-hidden
              data-drop
              className="pointer-events-none absolute inset-x-0 z-20 h-0.5 -translate-y-1/2 bg-accent"
              style={{ top: topInLayer(movingTo) }}
            />
          )}
        </div>
      </div>
    </div>
  );

  function topInLayer(row: number): number {
    return nearest(topOf(layout, row), drawn, layout) - drawn.base;
  }
  function topIfDrawn(row: number): number | undefined {
    return drawn.rows.some(({ first, end }) => row >= first && row < end) ? topInLayer(row) : undefined;
  }
  function rowOf(row: number) {
    const there = records.at(row);
    const isActive = row === active.row && headerStop === null;
    const editing = isActive && isEditing ? cursor : null;
    // While its record is not loaded, an editor keeps its place but shows no other record's values.
    const record = editing && editing.recordId !== there?.id ? undefined : there;
    const colors = record && colorsOf?.(record, edits.records.get(record.id));
    return (
      <GridRow
        key={slots.get(row)}
        row={row}
        line={lineOf(layout, { row, groupId: null })}
        level={grouping.levels.length > 0 ? depthOf(layout.headers, row) + 1 : undefined}
        top={topInLayer(row)}
        height={rowHeight}
        record={record}
        edits={record && edits.records.get(record.id)}
        color={colors?.row}
        cellColors={colors?.cells}
        columns={isActive ? columns.drawnAtActive : columns.drawn}
        numberWidth={numberWidthOf(columns.all)}
        tabStop={isActive ? active.column : null}
        isActive={isActive && hasSelection(cursor)}
        marks={marks(row)}
        handle={mayFill && corner?.row === row ? corner.column : null}
        cutFields={record && cut?.recordIds.has(record.id) ? cut.fields : null}
        isFrozen={frame.isFrozen}
        isPassing={drawn.isPassing}
        isMovable={isMovable}
        editing={editing}
        actions={actions}
      />
    );
  }
  function headerOf({ group, top, isCollapsed }: PlacedHeader) {
    return (
      <GroupHeader
        key={group.id}
        group={group}
        line={lineOf(layout, { row: group.rows.first, groupId: group.id })}
        top={nearest(top, drawn, layout) - drawn.base}
        isCollapsed={isCollapsed}
        columns={columns.all}
        drawn={columns.drawn}
        summaries={summaries.ofGroups.get(group.id) ?? noSummaries}
        isTabStop={group.id === headerStop}
        isActive={group.id === headerStop && cursor.state === "group-header"}
        onToggle={onToggle}
      />
    );
  }
}

const noSummaries: SummaryRow = new Map();

/** Keeps the element of the edited row when the row moves; a new element would lose the focus and the caret. */
function useSlots(rows: readonly number[], edited: { recordId: string; row: number } | null): Slots {
  const slots = useRef(noSlots);
  const before = useRef(edited);
  const isSame = edited !== null && before.current?.recordId === edited.recordId;
  const from = isSame ? before.current?.row : undefined;
  const moved =
    edited && from !== undefined && from !== edited.row
      ? moveSlot(slots.current, from, edited.row)
      : slots.current;
  before.current = edited;
  slots.current = assignSlots(moved, rows);
  return slots.current;
}

function bySlot(rows: readonly number[], slots: Slots): number[] {
  return rows.toSorted((one, other) => (slots.get(one) ?? 0) - (slots.get(other) ?? 0));
}

/** The number of text lines that fit in a row, with some padding. */
function linesIn(rowHeight: number): number {
  return Math.max(1, Math.floor((rowHeight - 12) / 20));
}

/** Computes the selection marks of each row and the cell with the fill handle. */
function useSelectionMarks(
  { cursor, bounds }: GridModel,
  { fillingTo, droppingOn }: Pick<GridRowsProps, "fillingTo" | "droppingOn">,
) {
  const { rows, columns } = bounds;
  return useMemo(() => {
    const areas = areasOf(cursor, { rows, columns });
    const [current] = areas;
    const fill = current && fillingTo ? fillToward(current, fillingTo) : undefined;
    const hasHandle = current && areas.length === 1 && cursor.state === "selecting";
    return {
      marks: marksByRow(areas, { filled: fill?.target, dropped: cellArea(droppingOn) }),
      corner: hasHandle ? { row: current.rows.end - 1, column: current.columns.end - 1 } : undefined,
    };
  }, [cursor, rows, columns, fillingTo, droppingOn]);
}

function cellArea(cell: Position | null): Area | undefined {
  return cell
    ? {
        rows: { first: cell.row, end: cell.row + 1 },
        columns: { first: cell.column, end: cell.column + 1 },
      }
    : undefined;
}

/** Rows and headers in reading order. */
function inOrder(rows: readonly number[], headers: readonly PlacedHeader[]): (number | PlacedHeader)[] {
  const rowOf = (each: number | PlacedHeader) => (typeof each === "number" ? each : each.group.rows.first);
  return [...headers, ...rows].toSorted((one, other) => rowOf(one) - rowOf(other));
}

function rowsOf(
  drawn: DrawnRows,
  { row: active, isEditing }: { row: number | null; isEditing: boolean },
  { rows: count, hiddenRows }: RowLayout,
): number[] {
  const rows = drawn.rows.flatMap(indexesOf);
  if (active === null) return rows;
  const isHidden = active >= count || hiddenAt(hiddenRows, active) !== undefined;
  if (!isEditing && (!isMeasured(drawn) || isHidden)) return rows;
  return rows.includes(active) ? rows : [...rows, active].toSorted((one, other) => one - other);
}

function headersOf(drawn: DrawnRows, active: string | null, { headers }: RowLayout): PlacedHeader[] {
  const inSight = headers.slice(drawn.headers.first, drawn.headers.end);
  const isDrawn = active === null || inSight.some(({ group }) => group.id === active);
  const header = headers.find(({ group }) => group.id === active);
  if (isDrawn || !header || !isMeasured(drawn)) return inSight;
  return [...inSight, header].toSorted((one, other) => one.top - other.top);
}

/** Before the grid is measured nothing is drawn, not even the active row. */
function isMeasured({ rows, headers }: DrawnRows): boolean {
  return rows.length > 0 || headers.end > headers.first;
}

/**
 * Places elements outside the viewport directly beside it, because their true position may exceed the maximum that
 * browsers support.
 */
function nearest(top: number, { rows, headers }: DrawnRows, layout: RowLayout): number {
  const tops = [
    ...rows.flatMap(({ first, end }) => [topOf(layout, first), topOf(layout, end - 1)]),
    ...layout.headers.slice(headers.first, headers.end).map((header) => header.top),
  ];
  const height = Math.max(layout.rowHeight, groupHeight);
  return Math.max(Math.min(...tops) - height, Math.min(top, Math.max(...tops) + height));
}
