// biome-ignore-all lint/a11y/useSemanticElements: rows and columns are virtualized and positioned absolutely, which a <table> does not allow
"use client";

import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ComputedNotes } from "@/components/cells/computed-notes";
import { GridTableProvider } from "@/components/cells/grid-table-provider";
import { usePageKeys } from "@/components/commands/use-page-keys";
import { hindranceText } from "@/components/edits/edits-texts";
import { FailureNotes } from "@/components/edits/failure-notes";
import type { Group } from "@/components/groups/group";
import { useHeldRows } from "@/components/listing/hold-rows";
import type { Range } from "@/components/listing/range";
import type { ListedView, ViewProps } from "@/components/open-table/listed-view";
import { TaskDialog } from "@/components/open-table/overlays/task-dialog";
import { EmptyNotice, LoadNotice } from "@/components/open-table/row-notices";
import { IfAllowed } from "@/components/rights/rights";
import { useAskBeforeLeaving } from "@/components/tasks/leaving";
import { onceIdle } from "@/components/ui/on-demand";
import { useIsInView } from "@/components/ui/use-is-in-view";
import type { Field } from "@/lib/contract/fields";
import { AddField } from "./add-field";
import { AddRow } from "./add-row";
import { toggleGroup } from "./commands/collapse-commands";
import { hasUnwritten, run } from "./commands/commands";
import { commit } from "./commands/commit";
import { areasOf } from "./cursor/cursor";
import { countLines } from "./cursor/lines";
import type { Position } from "./cursor/steps";
import { useFocus } from "./cursor/use-focus";
import { useFollowedRow } from "./cursor/use-followed-row";
import { FrozenEdge } from "./frozen-edge";
import { GridFooter } from "./grid-footer";
import { GridHeader } from "./grid-header";
import { GridRows } from "./grid-rows";
import { fieldsSelectedWith } from "./grid-state";
import { useClipboard } from "./input/use-clipboard";
import { useEditorActions, useGridEvents } from "./input/use-grid-events";
import { useInputs } from "./input/use-inputs";
import { useTyping } from "./input/use-typing";
import { focusTarget } from "./overlays/focus-target";
import { Overlays } from "./overlays/overlays";
import { useRowDrag } from "./pointer/use-row-drag";
import { useNewRow } from "./rows/use-new-row";
import { type GridModel, useGrid } from "./use-grid";

const emptyBar = <div className="h-8 shrink-0 border-border border-t bg-background" />;
const SearchHit = onceIdle(async () => (await import("./cursor/search-hit")).SearchHit, null);
const FileDrop = onceIdle(async () => (await import("./input/file-drop")).FileDrop, null);
const SummaryBar = onceIdle(async () => (await import("./summary/summary-bar")).SummaryBar, emptyBar);

/** A table's records as a virtualized grid, with everything that mouse and keys do with them. */
export function Grid({ hit, openPlace, ...source }: ViewProps) {
  const { table, listing } = source;
  const grid = useGrid(source);
  const { state, viewport, count, columns, records, edits, grouping, services, isFocusWanted } = grid;
  const titleId = useId();
  const gridRef = useRef<HTMLDivElement>(null);
  const [fillingTo, showFill] = useState<Position | null>(null);
  const [droppingOn, showDrop] = useState<Position | null>(null);

  const inputs = useInputs(state, services.typeahead);
  const events = useGridEvents(state, { gridRef, inputs, showFill, reveal: viewport.reveal });
  const rowDrag = useRowDrag(state, viewport);
  const actions = useEditorActions(state);
  const onToggle = useCallback(
    (group: Group) => {
      commit(state());
      toggleGroup(group, state());
    },
    [state],
  );
  const selected = useSelectedColumns(grid);
  const selectedWith = useCallback((field: Field) => fieldsSelectedWith(field, state()), [state]);
  useTyping(
    gridRef,
    useCallback((text: string) => void inputs.take({ text }), [inputs]),
  );
  useClipboard(gridRef, state, inputs);
  usePageKeys((command) => run(command, state()));
  useFocus(gridRef, grid.rawCursor, {
    reveal: viewport.reveal,
    isWanted: isFocusWanted,
    kept: grid.cursor,
    onKept: grid.cursorRecords.keep,
    movedWithRecords: grid.cursorRecords.movedWithRecords,
  });
  const addRow = useNewRow(listing, { table, services, state, inputs });

  const tail = useIsInView();

  const { databaseId } = listing;
  useFollowedRow(openPlace, { state, reveal: viewport.reveal, hiddenRows: grid.bounds.hiddenRows });
  useHeldRows(table.id, grid.cursor.state === "editing");
  useAskBeforeLeaving(hasUnwritten(grid.cursor, columns.all));
  // Saves the draft, however the grid disappears from the screen.
  useLayoutEffect(() => () => void commit(state()), [state]);

  const gridTable = useMemo(() => ({ databaseId, table }), [databaseId, table]);
  return (
    <section aria-label={table.name} className="flex h-full min-h-0 flex-col bg-background text-dense">
      <LoadNotice
        error={records.error ?? count.error ?? grouping.error}
        onRetry={records.error ? records.retry : count.error ? count.retry : services.reloadSummaries}
      />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={viewport.scrollerRef}
          onScroll={viewport.onScroll}
          className="relative min-h-0 flex-1 overflow-auto [overflow-anchor:none]"
        >
          <IfAllowed action="change-structure">
            <AddField left={columns.width} />
          </IfAllowed>
          {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support these attributes */}
          <div
            ref={gridRef}
            // Collapsible rows are those of a tree.
            role={grouping.levels.length > 0 ? "treegrid" : "grid"}
            aria-labelledby={titleId}
            aria-rowcount={count.isKnown ? countLines(grid.bounds) + 1 : -1}
            aria-colcount={columns.all.length + 1}
            aria-multiselectable
            aria-busy={grid.task !== null}
            className="relative touch-manipulation"
            style={{ width: columns.width }}
            {...events}
            onPointerDown={rowDrag.onPointerDown}
          >
            <GridHeader
              columns={columns.all}
              drawn={columns.drawn}
              isFrozen={viewport.frame.isFrozen}
              selected={selected}
              scrollerRef={viewport.scrollerRef}
              selectedWith={selectedWith}
            />
            <GridTableProvider value={gridTable}>
              <GridRows
                grid={grid}
                fillingTo={fillingTo}
                droppingOn={droppingOn}
                movingTo={rowDrag.to}
                actions={actions}
                onToggle={onToggle}
              />
            </GridTableProvider>
          </div>
          {count.isKnown && count.rows === 0 && (
            <EmptyNotice place={listing} isNarrowed={isNarrowed(source)} />
          )}
          <IfAllowed action="create-records">
            <AddRow ref={tail.ref} {...addRow} />
          </IfAllowed>
        </div>
        <FrozenEdge {...viewport.frame} />
      </div>
      {viewport.frame.height > 0 ? (
        <SummaryBar
          columns={columns}
          summaries={grid.summaries}
          isFrozen={viewport.frame.isFrozen}
          scrollerRef={viewport.scrollerRef}
          reveal={viewport.reveal}
        />
      ) : (
        emptyBar
      )}
      <GridFooter
        grid={grid}
        edits={edits}
        failure={grid.activeFailure}
        addRow={tail.isInView ? undefined : addRow}
      />
      <Overlays
        overlay={grid.overlay}
        onClose={grid.closeOverlay}
        gridRef={gridRef}
        state={state}
        onAdd={addRow.add}
      />
      <TaskDialog
        task={grid.task}
        hindrance={hindranceText(edits)}
        onCancel={grid.services.tasks.cancel}
        onTyped={(text) =>
          grid.services.typeahead.isHeld() && inputs.take(text === " " ? { chord: "Space" } : { text })
        }
        finalFocus={() => focusTarget(gridRef.current)}
      />
      <FailureNotes edits={edits} />
      <ComputedNotes />
      <SearchHit grid={grid} hit={hit} search={listing.search} />
      <FileDrop state={state} gridRef={gridRef} inputs={inputs} show={showDrop} />
      <span id={titleId} hidden>
        {table.name}
      </span>
    </section>
  );
}

/** The columns that contain a selection. Returns the same array until they change. */
function useSelectedColumns({ cursor, bounds }: GridModel): readonly Range[] {
  const key = JSON.stringify(areasOf(cursor, bounds).map(({ columns }) => columns));
  return useMemo(() => JSON.parse(key), [key]);
}

/** True if a filter or a search may leave out records. */
function isNarrowed({ view, listing }: ListedView): boolean {
  return view.config.filter !== null || listing.search !== "";
}
