"use client";

import { Plus } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { GridTableProvider } from "@/components/cells/grid-table-provider";
import type { AnyCommand } from "@/components/commands/command";
import { usePageKeys } from "@/components/commands/use-page-keys";
import { countWaiting } from "@/components/edits/edits";
import { hindranceText, unsavedText } from "@/components/edits/edits-texts";
import { useHeldRows } from "@/components/listing/hold-rows";
import type { ViewProps } from "@/components/open-table/listed-view";
import { useOpenTable } from "@/components/open-table/open-table";
import { TaskDialog } from "@/components/open-table/overlays/task-dialog";
import { EmptyNotice, LoadNotice } from "@/components/open-table/row-notices";
import { CardNotes } from "@/components/record-card/card-notes";
import { Preview } from "@/components/record-card/drag/preview";
import { focusTarget } from "@/components/record-card/focus-cards";
import { recordAt } from "@/components/record-card/rows/segments";
import { useCardFocus } from "@/components/record-card/use-card-focus";
import { useOthersCards } from "@/components/record-card/use-others-cards";
import { useRecordHref } from "@/components/record-card/use-record-href";
import { useMay } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { useStable } from "@/components/ui/use-stable";
import type { Field } from "@/lib/contract/fields";
import { settingOf } from "@/lib/contract/views";
import { BoardSkeleton } from "./board-skeleton";
import { runOnBoard } from "./commands/board-commands";
import { useCardDrag } from "./drag/use-card-drag";
import { useStackDrag } from "./drag/use-stack-drag";
import { hitRecord } from "./hit-record";
import { placeOf } from "./moves/card-moves";
import { type PlacedStack, useAcrossWindow } from "./rows/use-across-window";
import { movedKeys } from "./stacks/moved-keys";
import { optionsOf } from "./stacks/options-of";
import { StackChooser } from "./stacks/stack-chooser";
import { StackColumn } from "./stacks/stack-column";
import { createStackHandles } from "./stacks/stack-handles";
import { useCardLayout } from "./stacks/use-card-layout";
import { useBoard } from "./use-board";
import { useBoardEvents } from "./use-board-events";

const OpenBoardOverlay = onDemand(
  async () => (await import("./overlays/open-board-overlay")).OpenBoardOverlay,
);

interface BoardProps extends ViewProps {
  readonly field: Field;
}

/** The records of a view as cards, stacked by the values of a field. */
export function Board({ listing, firstPage, field, hit, openPlace }: BoardProps) {
  const { databaseId, table, view, changeView } = useOpenTable();
  const isNarrow = useIsNarrow() ?? false;
  const board = useBoard({ listing, firstPage, field });
  const { stacks, state, focus, focusOn, carried, edits, services, selected, nameOf } = board;
  const boardRef = useRef<HTMLElement>(null);
  const [handles] = useState(createStackHandles);
  const mayAdd = useMay("create-records");
  const mayAddStack = useMay("change-structure") && optionsOf(field) !== undefined;

  const across = useAcrossWindow(
    stacks.map(({ isCollapsed }) => isCollapsed),
    isNarrow,
  );
  const { content, heights } = useCardLayout({ field, nameOf, stackWidth: across.stackWidth });

  const run = useStable((command: AnyCommand) => runOnBoard(command, state()));
  usePageKeys(run);
  const hrefOf = useRecordHref();
  const drag = useCardDrag(state, { handles, boardRef: across.scrollerRef });
  const stackDrag = useStackDrag({
    across,
    stackIds: stacks.map(({ id }) => id),
    fixed: stacks[0]?.key === null ? 1 : 0,
    onMove: (from, before) =>
      changeView({
        stackOrder: movedKeys(stacks, { from, before, order: settingOf(view.config, "stackOrder") }),
      }),
  });

  const focusIndex = stacks.findIndex(({ id }) => id === focus?.stackId);
  useCardFocus(focus, { cardsRef: boardRef, reveal: () => across.reveal(focusIndex) });
  useHeldRows(table.id, carried?.by === "keys");
  const others = useOthersCards(focus, (recordId) => {
    const place = placeOf(board.rows, recordId);
    if (place) focusOn(place, recordId);
    return place !== undefined;
  });

  const found = hitRecord(stacks, hit);
  const foundPlace = found && JSON.stringify(found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new search result
  useEffect(() => {
    if (found) focusOn(found);
  }, [foundPlace]);

  const events = useBoardEvents(board, run);
  const onComposed = useStable(() => {
    const stack = stacks.find(({ id }) => id === board.composing);
    board.compose(null);
    if (stack) focusOn({ stackId: stack.id, row: stack.count });
  });
  const unsaved = countWaiting(edits);
  const sortedText =
    board.sortedBy.length > 0 ? `Sorted by ${new Intl.ListFormat("en").format(board.sortedBy)}` : null;
  const gridTable = useMemo(() => ({ databaseId, table }), [databaseId, table]);
  return (
    <section
      ref={boardRef}
      aria-label={table.name}
      data-cards
      data-carrying={carried ? "" : undefined}
      className={`flex h-full min-h-0 flex-col bg-background text-dense ${carried?.by === "pointer" ? "cursor-grabbing" : ""}`}
    >
      <LoadNotice error={board.error} onRetry={board.retry} />
      <CardNotes announcement={board.announcement} />
      {isNarrow && <StackChooser stacks={stacks} across={across} board={board} />}
      <div
        ref={across.scrollerRef}
        onScroll={across.onScroll}
        {...events}
        onPointerDown={(event) => {
          drag.onPointerDown(event);
          stackDrag.onPointerDown(event);
        }}
        className="relative min-h-0 flex-1 overflow-x-auto overflow-y-hidden [overflow-anchor:none] not-in-data-carrying:max-sm:snap-x not-in-data-carrying:max-sm:snap-mandatory"
      >
        <GridTableProvider value={gridTable}>
          <div
            className="relative mt-3 h-[calc(100%-0.75rem)]"
            style={{ width: across.width + (mayAddStack ? addStackWidth : 0) }}
          >
            {stacks.map((stack, index) => {
              const hasFocus = index === focusIndex;
              const isSource = carried?.from.stackId === stack.id;
              const isOver = carried?.at.stackId === stack.id;
              const place = across.places[index];
              if (!place) return null;
              if (!(across.isDrawn(index) || hasFocus || isSource)) {
                return isNarrow && <SnapPlace key={stack.id} place={place} />;
              }
              return (
                <StackColumn
                  key={stack.id}
                  field={field}
                  stack={stack}
                  content={content}
                  heights={heights}
                  place={place}
                  focus={hasFocus ? focus : null}
                  selected={selected}
                  carried={isOver || isSource ? carried : null}
                  isOver={isOver}
                  isComposing={board.composing === stack.id}
                  mayAdd={mayAdd && (stack.key === null || !services.lockedFieldIds.has(field.id))}
                  hasMenu={services.may("update-records")}
                  markedId={markedIn(stack.id)}
                  state={state}
                  nameOf={nameOf}
                  hrefOf={hrefOf}
                  want={board.want}
                  release={board.release}
                  handles={handles}
                  others={others}
                  onComposed={onComposed}
                  sortedText={sortedText}
                />
              );
            })}
            {!board.isLoaded && !board.error && <BoardSkeleton />}
            {board.isLoaded && stacks.length === 0 && (
              <EmptyNotice
                place={listing}
                isNarrowed={view.config.filter !== null || listing.search !== ""}
                firstStep="Records appear here once they have a value to stack by."
              />
            )}
            {stackDrag.moving && <DropLine left={across.places[stackDrag.moving.to]?.left ?? across.width} />}
            {mayAddStack && board.isLoaded && (
              <button
                type="button"
                onClick={() => services.show({ is: "add-stack" })}
                className="absolute top-0 flex h-11 items-center gap-1.5 rounded-xl px-3 text-muted hover:bg-hover hover:text-text"
                style={{ insetInlineStart: across.width }}
              >
                <Plus aria-hidden className="size-4" />
                Add stack
              </button>
            )}
          </div>
        </GridTableProvider>
      </div>
      {board.hasMore && (
        <p className="shrink-0 border-border border-t bg-surface px-3 py-1.5 text-muted">
          {`Only the first ${stacks.length.toLocaleString("en")} stacks are shown. Filter the view to see others.`}
        </p>
      )}
      <p role="status" className="shrink-0 px-3 py-1.5 text-danger empty:hidden">
        {edits.isUnreachable && unsaved > 0 ? unsavedText(unsaved, edits) : board.hindrance}
      </p>
      {drag.preview && (
        <GridTableProvider value={gridTable}>
          <Preview preview={drag.preview} previewRef={drag.previewRef} content={content} nameOf={nameOf} />
        </GridTableProvider>
      )}
      {board.overlay && (
        <OpenBoardOverlay
          overlay={board.overlay}
          board={board}
          focusElement={() => focusTarget(boardRef.current)}
          onChoose={run}
          onClose={board.closeOverlay}
        />
      )}
      <TaskDialog
        task={board.task}
        hindrance={hindranceText(edits)}
        onCancel={services.tasks.cancel}
        finalFocus={() => focusTarget(boardRef.current)}
      />
    </section>
  );

  function markedIn(stackId: string): string | null {
    if (found?.stackId === stackId) return recordAt(board.rows.get(stackId) ?? [], found.row)?.id ?? null;
    return openPlace?.recordId ?? null;
  }
}

const addStackWidth = 130;

/** Stands for a stack that is not drawn, because the browser snaps only to elements. */
function SnapPlace({ place: { left, width } }: { place: PlacedStack }) {
  return <span aria-hidden className="absolute h-px snap-center" style={{ insetInlineStart: left, width }} />;
}

function DropLine({ left }: { left: number }) {
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute inset-y-0 z-10 w-0.5 rounded-full bg-accent"
      style={{ insetInlineStart: left - 7 }}
    />
  );
}
