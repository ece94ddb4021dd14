import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { GridColumn } from "@/components/cells/columns";
import { failureOf } from "@/components/edits/edits";
import { notifyNotSaved } from "@/components/edits/not-saved";
import { useEdits } from "@/components/edits/use-edits";
import { layRows } from "@/components/groups/row-layout";
import { useGroups } from "@/components/groups/use-groups";
import { useDeferredReload } from "@/components/listing/hold-rows";
import type { RecordLoader, Records } from "@/components/listing/record-loader";
import { useRecordCount, useRecords } from "@/components/listing/use-records";
import type { ListedView } from "@/components/open-table/listed-view";
import { useOverlay } from "@/components/open-table/use-overlay";
import { useRepositionAfterEdit } from "@/components/open-table/use-reposition-after-edit";
import { useTasks } from "@/components/tasks/use-tasks";
import { useHasFocus } from "@/components/ui/use-has-focus";
import { settingOf } from "@/lib/contract/views";
import { activeOf, areasOf, type Cursor, enteredWith, hasSelection, keepInside } from "./cursor/cursor";
import type { Bounds, Position } from "./cursor/steps";
import { useCursor } from "./cursor/use-cursor";
import { useCursorRecords } from "./cursor/use-cursor-records";
import type { GridState } from "./grid-state";
import { createTypeaheadQueue } from "./input/typeahead-queue";
import type { Overlay } from "./overlay";
import { focusTarget } from "./overlays/focus-target";
import { useSummaries } from "./summary/use-summaries";
import { useColumns } from "./use-columns";
import { useServices } from "./use-services";
import { numberWidthFor, numberWidthOf } from "./viewport/geometry";
import { type RowSource, useViewport } from "./viewport/use-viewport";
import { type Frame, splitColumns } from "./viewport/viewport";

/** The columns and which of them are drawn. */
export interface DrawnColumns {
  readonly all: readonly GridColumn[];
  readonly drawn: readonly GridColumn[];
  /** The columns drawn in the active row: the active cell stays in the DOM when it is scrolled out of view. */
  readonly drawnAtActive: readonly GridColumn[];
  /** The width of the whole grid. */
  readonly width: number;
}

export type GridModel = ReturnType<typeof useGrid>;

/** Connects columns, records, edits, cursor and viewport. */
export function useGrid({ table, view, listing, firstPage, about }: ListedView & { readonly about: number }) {
  const count = useRecordCount(listing, firstPage);
  // Has its final width before the rows are counted.
  const all = useColumns(table, view, numberWidthFor(Math.max(count.rows, about)));
  const { records, loader } = useRecords(listing);
  const activeRow = useRef(0);
  const source = useRowSource(loader, { count: count.rows, activeRow });
  const rowHeight = settingOf(view.config, "rowHeight");
  const grouping = useGroups(table, listing);
  const { groups, collapsed } = grouping;
  const layout = useMemo(
    () => layRows({ rows: count.rows, rowHeight, groups, collapsed }),
    [count.rows, rowHeight, groups, collapsed],
  );
  const summaries = useSummaries(listing, { columns: all, levels: grouping.levels });
  const viewport = useViewport({ layout, columns: all }, source);
  const { edits, store } = useEdits(listing);
  const cursorState = useCursor();
  const { cursor: rawCursor, latest, setCursor } = cursorState;

  const { task, tasks } = useTasks(listing);
  const { overlay, show, close } = useOverlay<Overlay>();
  const [typeahead] = useState(createTypeaheadQueue);
  // Set when the grid should take the focus from whatever has it.
  const isFocusWanted = useRef(false);

  const { pageRows, pageColumns } = viewport.frame;
  const { hiddenRows, headers } = layout;
  const bounds: Bounds = {
    rows: count.rows,
    columns: all.length,
    hiddenRows,
    headers,
    pageRows,
    pageColumns,
  };
  const cursor = keepInside(rawCursor, bounds);
  const entered = enteredWith(cursor, bounds);
  const active = placeOfEditor(cursor, records, all) ?? activeOf(entered);
  const columns = useDrawnColumns(all, viewport.frame, active.column);

  const now = useRef<Omit<GridState, "cursor">>(null);
  const state = useCallback((): GridState => {
    if (!now.current) throw new Error("The grid has not rendered yet");
    return { ...now.current, cursor: keepInside(latest(), now.current.bounds) };
  }, [latest]);
  const takeFocus = useCallback(() => {
    isFocusWanted.current = true;
  }, []);
  const { scrollerRef } = viewport;
  const focusElement = useCallback(() => focusTarget(scrollerRef.current), [scrollerRef]);
  const services = useServices(listing, {
    table,
    view,
    state,
    tasks,
    typeahead,
    show,
    takeFocus,
    focusElement,
  });
  const { reloadSummaries } = services;
  const activeId = hasSelection(cursor) ? records.at(active.row)?.id : undefined;
  const isAtWork = useHasFocus(viewport.scrollerRef);
  const isAt = (recordId: string) => {
    const row = isAtWork && hasSelection(cursor) ? records.rowOf(recordId) : undefined;
    return (
      row !== undefined && areasOf(cursor, bounds).some(({ rows }) => row >= rows.first && row < rows.end)
    );
  };
  const reloadRows = useDeferredReload(table.id, services.reloadRows);
  useRepositionAfterEdit(
    edits,
    { table, view, listing },
    {
      isAt,
      isEditing: cursor.state === "editing",
      summed: summaries.chosen,
      reloadRows,
      reloadSummaries,
    },
  );
  useLayoutEffect(() => {
    activeRow.current = active.row;
    now.current = {
      bounds,
      isCounting: count.isPending,
      grouping,
      columns: all,
      recordAt: records.at,
      rowOf: records.rowOf,
      findRecord: records.find,
      store,
      setCursor,
      onNotSaved: notifyNotSaved,
      services,
    };
  });

  const cursorRecords = useCursorRecords(cursorState, {
    listing,
    records,
    hiddenRows,
    follow: viewport.follow,
    typeahead,
  });

  const activeField = all[active.column]?.field.id ?? "";
  const activeFailure = failureOf(activeId ? edits.records.get(activeId) : undefined, activeField);
  const activeCell = activeId && activeField !== "" ? { recordId: activeId, fieldId: activeField } : null;
  return {
    columns,
    count,
    bounds,
    grouping,
    summaries,
    viewport,
    edits,
    records,
    cursor,
    rawCursor,
    cursorRecords,
    active,
    /** The group whose header is the tab stop, if no cell is. */
    headerStop: entered.state === "group-header" ? entered.groupId : null,
    activeFailure,
    activeCell,
    task,
    overlay,
    closeOverlay: close,
    isFocusWanted,
    services,
    state,
  };
}

/**
 * The current position of the open editor: rows and fields may have moved. Falls back to its last position while its
 * record is not loaded.
 */
function placeOfEditor(
  cursor: Cursor,
  records: Records,
  columns: readonly GridColumn[],
): Position | undefined {
  if (cursor.state !== "editing") return undefined;
  const { row, column } = activeOf(cursor);
  const isSameRecord = records.at(row)?.id === cursor.recordId;
  const index = columns.findIndex(({ field }) => field.id === cursor.fieldId);
  return {
    row: isSameRecord ? row : (records.rowOf(cursor.recordId) ?? row),
    column: index === -1 ? column : index,
  };
}

/** Keeps the record of the active row loaded, because it may be edited while scrolled out of view. */
function useRowSource(
  loader: RecordLoader,
  { count, activeRow }: { count: number; activeRow: RefObject<number> },
): RowSource {
  return useMemo(
    () => ({
      has: loader.has,
      want: (wanted) => loader.want({ ...wanted, kept: activeRow.current, count }),
      isFetching: loader.isFetching,
      subscribe: loader.subscribe,
    }),
    [loader, count, activeRow],
  );
}

function useDrawnColumns(all: readonly GridColumn[], frame: Frame, active: number): DrawnColumns {
  const { isFrozen, columns: range } = frame;
  return useMemo(() => {
    const { frozen, scrolling } = splitColumns(all, isFrozen);
    const drawn = [...frozen, ...scrolling.slice(range.first, range.end)];
    const atActive = all[active];
    const isDrawn = !atActive || drawn.includes(atActive);
    return {
      all,
      drawn,
      drawnAtActive: isDrawn ? drawn : [...drawn, atActive].sort((one, other) => one.index - other.index),
      width: all.reduce((width, column) => width + column.width, numberWidthOf(all)),
    };
  }, [all, isFrozen, range.first, range.end, active]);
}
