// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are drawn in part and placed freely, which a <table> cannot be
"use client";

import { useCallback, useId, useMemo, useRef } from "react";
import type { TablePlace } from "@/lib/contract/places";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";
import { AddRow } from "./add-row";
import { select } from "./cursor";
import { countWaiting } from "./edits";
import { FailureNotes } from "./failure-notes";
import { GridFooter } from "./grid-footer";
import { GridHeader } from "./grid-header";
import { EmptyNotice, LoadNotice } from "./grid-notices";
import { GridRows } from "./grid-rows";
import { GridTableProvider } from "./table-context";
import { useAddRow } from "./use-add-row";
import { useFocus } from "./use-focus";
import { useGrid } from "./use-grid";
import { useEditorActions, useGridEvents } from "./use-grid-events";
import { useInputs } from "./use-inputs";
import type { FirstPage } from "./use-records";
import { useTyping } from "./use-typing";

interface GridProps {
  readonly databaseId: string;
  readonly table: Table;
  readonly view: View;
  readonly firstPage: FirstPage;
}

/** A table's records, drawn as far as they are in sight; and everything that works on them by mouse and keys. */
export function Grid({ databaseId, table, view, firstPage }: GridProps) {
  const place: TablePlace = useMemo(() => ({ databaseId, tableId: table.id }), [databaseId, table.id]);
  const grid = useGrid(place, { table, view, firstPage });
  const { state, viewport, count, columns, records, edits } = grid;
  const headingId = useId();
  const gridRef = useRef<HTMLDivElement>(null);
  const isFocusWanted = useRef(false);

  const take = useInputs(state);
  const events = useGridEvents(state, { take, isFocusWanted });
  const actions = useEditorActions(state);
  useTyping(
    gridRef,
    useCallback((text: string) => void take({ text }), [take]),
  );
  useFocus(gridRef, grid.rawCursor, { reveal: viewport.reveal, isWanted: isFocusWanted });
  const addRow = useAddRow(place, (row) => {
    const { bounds, setCursor } = state();
    isFocusWanted.current = true;
    setCursor(select({ row, column: 0 }, { ...bounds, rows: Math.max(bounds.rows, row + 1) }));
  });

  const gridTable = useMemo(() => ({ databaseId, table }), [databaseId, table]);
  return (
    <section aria-label={table.name} className="flex h-full min-h-0 flex-col bg-background text-dense">
      <LoadNotice error={records.error} onRetry={records.retry} />
      <div
        ref={viewport.scrollerRef}
        onScroll={viewport.onScroll}
        className="relative min-h-0 flex-1 overflow-auto"
      >
        <div
          ref={gridRef}
          role="grid"
          aria-labelledby={headingId}
          aria-rowcount={count.isKnown ? count.rows + 1 : -1}
          aria-colcount={columns.all.length + 1}
          className="relative touch-manipulation"
          style={{ width: columns.width }}
          {...events}
        >
          <GridHeader columns={columns.drawn} isFrozen={viewport.drawn.isFrozen} />
          <GridTableProvider value={gridTable}>
            <GridRows grid={grid} actions={actions} />
          </GridTableProvider>
        </div>
        {count.rows === 0 && <EmptyNotice />}
        <AddRow isAdding={addRow.isPending} onAdd={addRow.mutate} />
      </div>
      <GridFooter
        count={count}
        unsaved={edits.isUnreachable ? countWaiting(edits) : 0}
        failure={grid.focusedFailure}
      />
      <FailureNotes edits={edits} />
      <span id={headingId} hidden>
        {table.name}
      </span>
    </section>
  );
}
