// biome-ignore-all lint/a11y/useSemanticElements: lines are virtualized and positioned absolutely, which a <table> does not allow
"use client";

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { GridTableProvider } from "@/components/cells/grid-table-provider";
import type { AnyCommand } from "@/components/commands/command";
import { galleryKeys } from "@/components/commands/keys";
import { usePageKeys } from "@/components/commands/use-page-keys";
import { countWaiting } from "@/components/edits/edits";
import { hindranceText, unsavedText } from "@/components/edits/edits-texts";
import { useHeldRows } from "@/components/listing/hold-rows";
import { indexesOf, isEmptyRange } from "@/components/listing/range";
import { useRecordCount } from "@/components/listing/use-records";
import { useRowPages } from "@/components/listing/use-row-pages";
import type { ViewProps } from "@/components/open-table/listed-view";
import { useOpenTable } from "@/components/open-table/open-table";
import { TaskDialog } from "@/components/open-table/overlays/task-dialog";
import { EmptyNotice, LoadNotice } from "@/components/open-table/row-notices";
import { cardContent, fullHeight } from "@/components/record-card/card-content";
import { CardFooter } from "@/components/record-card/card-footer";
import { CardNotes } from "@/components/record-card/card-notes";
import { Preview } from "@/components/record-card/drag/preview";
import { focusTarget } from "@/components/record-card/focus-cards";
import { useRecordColors } from "@/components/record-card/record-colors";
import { recordAt, rowOfRecord, segmentsOf } from "@/components/record-card/rows/segments";
import { useCardEvents } from "@/components/record-card/use-card-events";
import { useCardFocus } from "@/components/record-card/use-card-focus";
import { useOthersCards } from "@/components/record-card/use-others-cards";
import { useRecordHref } from "@/components/record-card/use-record-href";
import { useMay } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";
import { useStable } from "@/components/ui/use-stable";
import { settingOf } from "@/lib/contract/views";
import { runInGallery } from "./commands/gallery-commands";
import { GalleryCard, GalleryLine, NewCardCell } from "./gallery-line";
import { GallerySkeleton } from "./gallery-skeleton";
import type { GalleryFocus } from "./gallery-state";
import { columnsIn, layOut, lineOf, minWidths, slotsIn, topOf } from "./layout/gallery-layout";
import { useGalleryWindow } from "./layout/use-gallery-window";
import { useWidth } from "./layout/use-width";
import { useGalleryDrag } from "./moves/use-gallery-drag";
import { loadedIdsBetween, useGallery } from "./use-gallery";

const NewCard = onDemand(async () => (await import("@/components/record-card/new-card")).NewCard);
const OpenGalleryOverlay = onDemand(async () => (await import("./open-gallery-overlay")).OpenGalleryOverlay);

/** The most fields of a card, so that several cards fit on a page. */
const limits = { titleLines: 2, fields: 8, isEven: true };

/** The records of a view as cards of equal size, in lines that fill the page. */
export function Gallery({ listing, firstPage, hit, openPlace }: ViewProps) {
  const { databaseId, table, view } = useOpenTable();
  const galleryRef = useRef<HTMLElement>(null);
  const mayAdd = useMay("create-records");
  const minWidth = minWidths[settingOf(view.config, "cardSize")];
  const { ref: widthRef, width } = useWidth();
  const count = useRecordCount(listing, firstPage);

  const across = useMemo(() => columnsIn(width, minWidth), [width, minWidth]);
  const colorsOf = useRecordColors();
  const content = useMemo(
    () => cardContent(table, view.config, { ...across, limits, colorsOf }),
    [table, view.config, across, colorsOf],
  );
  const slots = width === 0 ? 0 : count.rows + (mayAdd ? 1 : 0);
  const cardHeight = fullHeight(content);
  const layout = useMemo(() => layOut(across, { cardHeight, slots }), [across, cardHeight, slots]);
  const window = useGalleryWindow(layout);
  const { scrollerRef, drawn, shift, reveal } = window;
  const drawnRows = {
    first: slotsIn(layout, drawn.first).first,
    end: Math.min(count.rows, slotsIn(layout, drawn.end - 1).end),
  };
  const [wantedFocus, setFocus] = useState<GalleryFocus | null>(null);
  // The focused card keeps its record while it is scrolled out of view.
  const focusedRow = { first: wantedFocus?.row ?? 0, end: Math.min(count.rows, (wantedFocus?.row ?? 0) + 1) };
  const wantedRows = [drawnRows, focusedRow].filter((rows) => !isEmptyRange(rows));
  const pages = useRowPages(listing, slots > 0 ? wantedRows : [], count.rows);
  const gallery = useGallery({
    listing,
    rows: segmentsOf({ count: count.rows, head: [], pages: pages.pages }),
    wantedFocus,
    setFocus,
    titleId: content.titleId,
    columns: layout.columns,
    pageLines: window.pageLines,
  });
  const { rows, focus, focusOn, selected, carried, edits, services, state, nameOf } = gallery;

  const run = useStable((command: AnyCommand) => runInGallery(command, state()));
  usePageKeys(run);
  const hrefOf = useRecordHref();
  const drag = useGalleryDrag(state, { scrollerRef, rowAt: window.rowAt });
  useCardFocus(focus, { cardsRef: galleryRef, reveal: () => focus && reveal(focus.row) });
  useHeldRows(table.id, carried?.by === "keys");
  const others = useOthersCards(focus, (recordId) => {
    const row = rowOfRecord(rows, recordId);
    if (row !== undefined) focusOn(row, recordId);
    return row !== undefined;
  });
  const events = useCardEvents<number>({
    keys: galleryKeys,
    run,
    placeOf: ({ dataset }) => Number(dataset.row),
    isFocused: (row) => focus?.row === row,
    recordIn: (row) => recordAt(rows, row),
    noteFocus: gallery.noteFocus,
    focusOn,
    selected,
    select: gallery.select,
    idsUpTo: (row) => loadedIdsBetween(rows, focus?.row ?? row, row),
    announce: gallery.announce,
    showMenu: (at) => services.show({ is: "card-menu", at }),
    compose: () => gallery.compose(true),
    putBack: carried?.by === "keys" ? () => gallery.carry(null) : null,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new search result
  useEffect(() => {
    if (hit !== null) focusOn(hit);
  }, [hit]);
  const openRow = openPlace?.row ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the panel of the open record makes the page narrower
  useLayoutEffect(() => {
    if (openRow !== null) reveal(openRow);
  }, [openRow, layout.columns]);
  useLayoutEffect(() => {
    if (gallery.isComposing) reveal(count.rows);
  }, [gallery.isComposing, count.rows, reveal]);
  const onComposed = useStable(() => {
    gallery.compose(false);
    focusOn(count.rows);
  });

  const markedId = hit === null ? openPlace?.recordId : recordAt(rows, hit)?.id;
  const carriedIds = useMemo(() => new Set(carried?.records.map(({ id }) => id)), [carried]);
  const lines = indexesOf(drawn);
  const focusLine = focus && slots > 0 ? lineOf(layout, focus.row) : undefined;
  if (focusLine !== undefined && !lines.includes(focusLine)) {
    lines.push(focusLine);
    lines.sort((one, other) => one - other);
  }
  const seen = new Set<string>();
  function cellOf(row: number, column: number) {
    const hasFocus = focus?.row === row;
    if (row >= gallery.shape.count) {
      return (
        <NewCardCell key="new" row={row} column={column} hasFocus={hasFocus}>
          {gallery.isComposing && (
            <div className="h-full rounded-lg border border-accent bg-surface">
              <NewCard
                label="Name of the new record"
                services={services}
                groups={noGroups}
                onAdded={(record) => gallery.announce(`Added ${nameOf(record)}`)}
                onClose={onComposed}
              />
            </div>
          )}
        </NewCardCell>
      );
    }
    const record = recordAt(rows, row);
    // While pages arrive, a record may be in two rows for a moment.
    const id = record && !seen.has(record.id) ? record.id : undefined;
    if (id !== undefined) seen.add(id);
    return (
      <GalleryCard
        key={id ?? `row-${row}`}
        content={content}
        record={record}
        name={record ? nameOf(record) : ""}
        row={row}
        column={column}
        hasFocus={hasFocus}
        isSelected={id !== undefined && selected.has(id)}
        carriedBy={id !== undefined && carriedIds.has(id) ? (carried?.by ?? null) : null}
        isMarked={id !== undefined && id === markedId}
        hasMenu={services.may("update-records")}
        hrefOf={hrefOf}
        person={id === undefined ? undefined : others.get(id)}
      />
    );
  }

  const unsaved = countWaiting(edits);
  const gridTable = useMemo(() => ({ databaseId, table }), [databaseId, table]);
  return (
    <section
      ref={galleryRef}
      aria-label={table.name}
      data-cards
      data-carrying={carried ? "" : undefined}
      className={`flex h-full min-h-0 flex-col bg-background text-dense ${carried?.by === "pointer" ? "cursor-grabbing" : ""}`}
    >
      <LoadNotice error={pages.error ?? count.error} onRetry={pages.error ? pages.retry : count.retry} />
      <CardNotes announcement={gallery.announcement} />
      <div
        ref={scrollerRef}
        onScroll={window.onScroll}
        {...events}
        onPointerDown={drag.onPointerDown}
        className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] [scrollbar-gutter:stable]"
      >
        <div ref={widthRef} className="relative min-h-full">
          {width === 0 && <GallerySkeleton minWidth={minWidth} hasCover={content.cover !== null} />}
          {count.isKnown && count.rows === 0 && (
            <EmptyNotice
              place={listing}
              isNarrowed={view.config.filter !== null || listing.search !== ""}
              firstStep="Choose “New record” to add the first one."
            />
          )}
          {lines.length > 0 && (
            <GridTableProvider value={gridTable}>
              <div
                role="grid"
                aria-label={table.name}
                aria-rowcount={count.isKnown ? layout.lines : -1}
                aria-colcount={layout.columns}
                aria-multiselectable
                className="relative overflow-clip [overflow-clip-margin:1rem]"
                style={{ height: window.height }}
              >
                {lines.map((line) => (
                  <GalleryLine
                    key={line}
                    line={line}
                    top={topOf(layout, line) + shift}
                    columns={layout.columns}
                    cardHeight={cardHeight}
                    rows={slotsIn(layout, line)}
                    cellOf={cellOf}
                  />
                ))}
              </div>
            </GridTableProvider>
          )}
        </div>
      </div>
      <CardFooter
        count={count}
        selected={selected.size}
        unsaved={
          edits.isUnreachable && unsaved > 0 ? unsavedText(unsaved, edits) : (gallery.hindrance ?? false)
        }
        page={gallery}
        onAdd={() => gallery.compose(true)}
      />
      {drag.preview && (
        <GridTableProvider value={gridTable}>
          <Preview preview={drag.preview} previewRef={drag.previewRef} content={content} nameOf={nameOf} />
        </GridTableProvider>
      )}
      {gallery.overlay && (
        <OpenGalleryOverlay
          overlay={gallery.overlay}
          gallery={gallery}
          focusElement={() => focusTarget(galleryRef.current)}
          onChoose={run}
          onClose={gallery.closeOverlay}
        />
      )}
      <TaskDialog
        task={gallery.task}
        hindrance={hindranceText(edits)}
        onCancel={services.tasks.cancel}
        finalFocus={() => focusTarget(galleryRef.current)}
      />
    </section>
  );
}

const noGroups = [] as const;
