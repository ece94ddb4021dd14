import { useCallback, useLayoutEffect, useMemo, useRef } from "react";
import { toast } from "sonner";
import type { TablePlace } from "@/lib/contract/places";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";
import type { GridColumn } from "./columns";
import type { GridState } from "./commands";
import { type Bounds, focusOf, keepInside } from "./cursor";
import { failureOf } from "./edits";
import { numberWidth, type Range } from "./geometry";
import { pageOf, pagesFor } from "./record-pages";
import { useColumns } from "./use-columns";
import { useCursor } from "./use-cursor";
import { useEdits } from "./use-edits";
import { type FirstPage, useRecordCount, useRecordPages } from "./use-records";
import { useViewport } from "./use-viewport";

/** What is drawn of the columns. */
export interface DrawnColumns {
  readonly all: readonly GridColumn[];
  readonly drawn: readonly GridColumn[];
  /** In the row of the focused cell, which stays in the page when it is scrolled out of sight. */
  readonly drawnAtFocus: readonly GridColumn[];
  /** Of the whole grid. */
  readonly width: number;
}

export type GridModel = ReturnType<typeof useGrid>;

/** Brings the parts together: columns, records, edits, cursor, and what of them is in sight. */
export function useGrid(place: TablePlace, { table, view, firstPage }: GridSource) {
  const all = useColumns(table, view);
  const count = useRecordCount(place, firstPage);
  const viewport = useViewport(count.rows, all);
  const { edits, store } = useEdits(place);
  const { cursor: rawCursor, latest, setCursor } = useCursor();

  const { pageRows, pageColumns } = viewport.drawn;
  const bounds: Bounds = { rows: count.rows, columns: all.length, pageRows, pageColumns };
  const cursor = keepInside(rawCursor, bounds);
  const focus = focusOf(cursor);
  const records = useRecordPages(place, firstPage, pagesWanted(viewport.drawn.rows, count.rows, focus.row));
  const columns = useDrawnColumns(all, viewport.drawn.columns, focus.column);

  const now = useRef<Omit<GridState, "cursor">>(null);
  useLayoutEffect(() => {
    now.current = {
      bounds,
      columns: all,
      recordAt: records.at,
      findRecord: records.find,
      store,
      setCursor,
      onNotSaved,
    };
  });
  const state = useCallback((): GridState => {
    if (!now.current) throw new Error("the grid is not drawn yet");
    return { ...now.current, cursor: keepInside(latest(), now.current.bounds) };
  }, [latest]);

  const focusedId = cursor.state === "idle" ? undefined : records.at(focus.row)?.id;
  const focusedField = all[focus.column]?.field.id ?? "";
  const focusedFailure = failureOf(focusedId ? edits.records.get(focusedId) : undefined, focusedField);
  return { columns, count, viewport, edits, records, cursor, rawCursor, focus, focusedFailure, state };
}

interface GridSource {
  readonly table: Table;
  readonly view: View;
  readonly firstPage: FirstPage;
}

function useDrawnColumns(all: readonly GridColumn[], range: Range, focused: number): DrawnColumns {
  return useMemo(() => {
    const pinned = all.filter((column) => column.isPinned);
    const scrolling = all.filter((column) => !column.isPinned);
    const drawn = [...pinned, ...scrolling.slice(range.first, range.end)];
    const atFocus = all[focused];
    const isDrawn = !atFocus || drawn.includes(atFocus);
    return {
      all,
      drawn,
      drawnAtFocus: isDrawn ? drawn : [...drawn, atFocus].sort((one, other) => one.index - other.index),
      width: all.reduce((width, column) => width + column.width, numberWidth),
    };
  }, [all, range.first, range.end, focused]);
}

/** The record of the focused row stays at hand too: it may be edited while it is out of sight. */
function pagesWanted(drawn: Range, count: number, focused: number): number[] {
  const pages = pagesFor(drawn, count);
  const focusedPage = pageOf(focused);
  return pages.includes(focusedPage) ? pages : [...pages, focusedPage];
}

function onNotSaved(reason: string): void {
  toast.error("Not saved", { description: reason });
}
