"use client";

import { useEffect, useMemo, useRef } from "react";
import { GridTableProvider } from "@/components/cells/grid-table-provider";
import { countWaiting } from "@/components/edits/edits";
import { hindranceText, unsavedText } from "@/components/edits/edits-texts";
import { expandedAround, toggled } from "@/components/groups/collapse";
import { groupsCutText } from "@/components/groups/group-texts";
import {
  layRows,
  type PlacedHeader,
  type RowLayout,
  topOf,
  type VisibleLines,
} from "@/components/groups/row-layout";
import { hiddenAt } from "@/components/groups/shown-rows";
import { useGroups } from "@/components/groups/use-groups";
import { pageOf, pageSize } from "@/components/listing/record-pages";
import { useRecordCount } from "@/components/listing/use-records";
import { useRowPages } from "@/components/listing/use-row-pages";
import type { ViewProps } from "@/components/open-table/listed-view";
import { newValues } from "@/components/open-table/new-values";
import { openRecord } from "@/components/open-table/open-record";
import { useOpenTable } from "@/components/open-table/open-table";
import { TaskDialog } from "@/components/open-table/overlays/task-dialog";
import { EmptyNotice, LoadNotice } from "@/components/open-table/row-notices";
import { useAddRow } from "@/components/open-table/use-add-row";
import { usePage } from "@/components/open-table/use-page";
import { useRepositionAfterEdit } from "@/components/open-table/use-reposition-after-edit";
import { writableFields } from "@/components/open-table/writable-fields";
import { CardFooter } from "@/components/record-card/card-footer";
import { useRecordColors } from "@/components/record-card/record-colors";
import { useLockedFieldIds } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";
import { maxGroups } from "@/lib/contract/aggregate-functions";
import { Card } from "./card";
import { CardGroup } from "./card-group";
import { cardContent, cardStep } from "./card-layout";
import { useCardWindow } from "./use-card-window";

const OpenPageOverlay = onDemand(
  async () => (await import("@/components/open-table/overlays/open-page-overlay")).OpenPageOverlay,
);

/** A table's records as cards, for screens too narrow for a grid. */
export function CardList({ listing, firstPage, hit }: Pick<ViewProps, "listing" | "firstPage" | "hit">) {
  const { databaseId, table, view } = useOpenTable();
  const content = useMemo(() => cardContent(table, view.config), [table, view.config]);
  const step = cardStep(content.columns.length);
  const count = useRecordCount(listing, firstPage);
  const grouping = useGroups(table, listing);
  const { groups, collapsed, setCollapsed } = grouping;
  const layout = useMemo(
    () => layRows({ rows: count.rows, rowHeight: step, groups, collapsed }),
    [count.rows, step, groups, collapsed],
  );
  const { edits, task, tasks, services, page, overlay, close } = usePage(listing);
  const { reloadRows, reloadSummaries } = services;
  useRepositionAfterEdit(edits, { table, view, listing }, { reloadRows, reloadSummaries });
  const { scrollerRef, onScroll, drawn, shift, height, reveal } = useCardWindow(layout);
  const things = useMemo(() => thingsOf(layout, drawn), [layout, drawn]);
  const records = useRowPages(listing, drawn.rows, count.rows);
  const colorsOf = useRecordColors();
  const lockedFieldIds = useLockedFieldIds();
  const writable = writableFields(table, lockedFieldIds);
  const addRow = useAddRow(listing, {
    tasks,
    fields: writable,
    values: () => newValues({ fields: writable, filter: view.config.filter, groups: [] }),
    onAdded(row, recordId) {
      reveal(row);
      openRecord(recordId);
      // The record is appended until its group is known.
      if (grouping.levels.length > 0) void reloadRows();
    },
  });
  const gridTable = useMemo(() => ({ databaseId, table }), [databaseId, table]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new search result, whose group may be collapsed again
  useEffect(() => {
    if (hit !== null && hiddenAt(layout.hiddenRows, hit)) setCollapsed(expandedAround(hit, grouping));
  }, [hit]);
  const revealed = useRef<number | null>(null);
  useEffect(() => {
    if (hit === revealed.current) return;
    // Waits until the row is counted and its groups are expanded.
    if (hit !== null && (hit >= count.rows || hiddenAt(layout.hiddenRows, hit))) return;
    revealed.current = hit;
    if (hit !== null) reveal(hit);
  }, [hit, reveal, layout, count.rows]);

  const unsaved = countWaiting(edits);
  const isNarrowed = view.config.filter !== null || listing.search !== "";
  return (
    <section aria-label={table.name} className="flex h-full min-h-0 flex-col bg-background text-dense">
      <LoadNotice
        error={records.error ?? count.error ?? grouping.error}
        onRetry={records.error ? records.retry : count.error ? count.retry : reloadSummaries}
      />
      <div
        ref={scrollerRef}
        onScroll={onScroll}
        className="min-h-0 flex-1 touch-pan-y overflow-y-auto overscroll-contain pt-2 [overflow-anchor:none]"
      >
        <GridTableProvider value={gridTable}>
          <ul aria-label={table.name} className="relative" style={{ height }}>
            {things.map((thing) => {
              if (thing.header) {
                const { group, isCollapsed } = thing.header;
                return (
                  <CardGroup
                    key={group.id}
                    group={group}
                    top={thing.top + shift}
                    isCollapsed={isCollapsed}
                    onToggle={() => setCollapsed(toggled(group, grouping))}
                  />
                );
              }
              const record = records.pages.get(pageOf(thing.row))?.[thing.row % pageSize];
              const itsEdits = record && edits.records.get(record.id);
              const colors = record && colorsOf?.(record, itsEdits);
              return (
                <Card
                  key={thing.row}
                  table={table}
                  content={content}
                  record={record}
                  edits={itsEdits}
                  color={colors?.row}
                  cellColors={colors?.cells}
                  row={thing.row}
                  count={count.isKnown ? count.rows : -1}
                  top={thing.top + shift}
                  step={step}
                  isHit={thing.row === hit}
                />
              );
            })}
          </ul>
        </GridTableProvider>
        {count.isKnown && count.rows === 0 && (
          <EmptyNotice
            place={listing}
            isNarrowed={isNarrowed}
            firstStep="Tap “New record” to add the first one."
          />
        )}
      </div>
      <CardFooter
        count={count}
        note={grouping.isCut && groupsCutText(maxGroups)}
        unsaved={edits.isUnreachable && unsaved > 0 && unsavedText(unsaved, edits)}
        page={page}
        isAdding={addRow.isAdding}
        onAdd={addRow.add}
      />
      {overlay && <OpenPageOverlay overlay={overlay} onClose={close} page={page} onAdd={addRow.add} />}
      <TaskDialog
        task={task}
        hindrance={hindranceText(edits)}
        onCancel={tasks.cancel}
        finalFocus={() => scrollerRef.current}
      />
    </section>
  );
}

type Thing = { readonly top: number } & (
  | { readonly header: PlacedHeader }
  | { readonly header?: undefined; readonly row: number }
);

/** The headers and cards to draw, in reading order. */
function thingsOf(layout: RowLayout, drawn: VisibleLines): Thing[] {
  const headers = layout.headers.slice(drawn.headers.first, drawn.headers.end);
  const rows = drawn.rows.flatMap(({ first, end }) =>
    Array.from({ length: end - first }, (_, index) => first + index),
  );
  const things = [
    ...headers.map((header): Thing => ({ top: header.top, header })),
    ...rows.map((row): Thing => ({ top: topOf(layout, row), row })),
  ];
  return things.toSorted((one, other) => one.top - other.top);
}
