"use client";

import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { AnyCommand } from "@/components/commands/command";
import { usePageKeys } from "@/components/commands/use-page-keys";
import { countWaiting } from "@/components/edits/edits";
import { hindranceText, unsavedText } from "@/components/edits/edits-texts";
import { useHeldRows } from "@/components/listing/hold-rows";
import type { ViewProps } from "@/components/open-table/listed-view";
import { useOpenTable } from "@/components/open-table/open-table";
import { TaskDialog } from "@/components/open-table/overlays/task-dialog";
import { LoadNotice } from "@/components/open-table/row-notices";
import { useOthersCards } from "@/components/record-card/use-others-cards";
import { useRecordHref } from "@/components/record-card/use-record-href";
import { useMay } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";
import { useIsNarrow } from "@/components/ui/use-is-narrow";
import { useStable } from "@/components/ui/use-stable";
import type { Field } from "@/lib/contract/fields";
import { settingOf } from "@/lib/contract/views";
import { runOnCalendar } from "./commands/calendar-commands";
import type { Day } from "./days/day";
import { useCalendarDrag } from "./drag/use-calendar-drag";
import { focusTarget, useCalendarFocus } from "./focus-calendar";
import { CalendarHeader } from "./header/calendar-header";
import { hasHours } from "./layout";
import { useCalendar } from "./use-calendar";
import { useCalendarEvents } from "./use-calendar-events";
import { useHit } from "./use-hit";
import { DayList } from "./views/day-list";
import { Hours } from "./views/hours";
import { Month } from "./views/month";
import { NarrowMonth } from "./views/narrow-month";
import { Part } from "./views/part";
import { SurroundingsProvider } from "./views/record-look";
import { useWithoutDate } from "./without-date/use-without-date";
import { WithoutDateList } from "./without-date/without-date-list";

const OpenCalendarOverlay = onDemand(
  async () => (await import("./overlays/open-calendar-overlay")).OpenCalendarOverlay,
);

interface CalendarGridProps extends Pick<ViewProps, "listing" | "hit" | "openPlace"> {
  readonly start: Field;
  readonly end: Field | null;
}

/** The records of a view on the days of a month, a week, a day or a list. */
export function CalendarGrid({ listing, start, end, hit, openPlace }: CalendarGridProps) {
  const { table, view } = useOpenTable();
  const isNarrow = useIsNarrow() ?? false;
  const [bodyRef, height] = useHeight();
  const calendarRef = useRef<HTMLElement>(null);
  const calendar = useCalendar({ listing, start, end, height });
  const { state, focus, carried, edits, services, scale, dates, spans } = calendar;
  const mayAdd = useMay("create-records");
  const undated = useWithoutDate(listing, {
    filter: view.config.filter,
    startFieldId: start.id,
    isShown: calendar.showsWithoutDate,
  });

  const run = useStable((command: AnyCommand) => runOnCalendar(command, state()));
  usePageKeys(run);
  const drag = useCalendarDrag(state, {
    calendarRef,
    undated: (recordId) => undated.records.find(({ id }) => id === recordId),
    onBegin: () => calendar.overlay && calendar.closeOverlay(calendar.overlay),
  });
  useCalendarFocus(focus, calendarRef);
  useHeldRows(table.id, carried?.by === "keys");
  const { place } = focus;
  const atRecord = { turn: focus.turn, recordId: place.on === "record" ? place.recordId : null };
  const others = useOthersCards(atRecord, (recordId) => {
    const span = state().spanOf(recordId);
    if (span) state().focusOn({ day: span.first, on: "record", recordId });
    return span !== undefined;
  });
  const found = useHit(calendar, listing, hit);
  const events = useCalendarEvents(calendar, { run, isNarrow });

  const hrefOf = useRecordHref();
  const color = table.fields.find(({ id }) => id === settingOf(view.config, "colorFieldId")) ?? null;
  const markedId = found?.id ?? openPlace?.recordId ?? null;
  const mayResize = end !== null && calendar.writableIds.has(end.id) && calendar.writableIds.has(start.id);
  const { today, nameOf } = calendar;
  const hasMenu = services.may("read");
  const surroundings = useMemo(
    () => ({ dates, color, today, focus, carried, markedId, others, nameOf, hrefOf, mayResize, hasMenu }),
    [dates, color, today, focus, carried, markedId, others, nameOf, hrefOf, mayResize, hasMenu],
  );

  const over = carried && spans.find(({ record }) => record.id === carried.record.id);
  // The days of a new record are marked while its name is asked for, too.
  const chosen = drag.chosen ?? (calendar.overlay?.is === "new-record" ? calendar.overlay.period : null);
  const overDays = (day: Day) =>
    [over ?? null, chosen?.from === undefined ? chosen : null].some(
      (marked) => marked && day >= marked.first && day <= marked.last,
    );
  const shown = { calendar, overDays, mayAdd };
  const isEmpty = calendar.isLoaded && !calendar.isPending && spans.length === 0 && scale !== "list";
  const unsaved = countWaiting(edits);
  const focusElement = () => focusTarget(calendarRef.current);
  return (
    <SurroundingsProvider value={surroundings}>
      <section
        ref={calendarRef}
        aria-label={table.name}
        data-calendar
        data-carrying={carried ? "" : undefined}
        className={`relative flex h-full min-h-0 flex-col bg-background text-dense select-none ${carried?.by === "pointer" ? "cursor-grabbing [&_*]:cursor-grabbing!" : ""}`}
        {...events}
        onPointerDown={drag.onPointerDown}
        // The browser would drag links and selected texts itself.
        onDragStart={(event) => event.preventDefault()}
      >
        <CalendarHeader calendar={calendar} undated={undated.count} isNarrow={isNarrow} />
        <LoadNotice error={calendar.error} onRetry={calendar.retry} />
        <p role="status" aria-live="assertive" className="sr-only">
          {calendar.announcement}
        </p>
        <p id="calendar-carried" hidden>
          Picked up
        </p>
        <div className="flex min-h-0 flex-1">
          <div className="relative min-h-0 min-w-0 flex-1" aria-busy={calendar.isPending}>
            {calendar.isPending && <Progress />}
            {scale === "list" ? (
              <DayList calendar={calendar} overDays={overDays} />
            ) : isNarrow && scale !== "day" ? (
              <NarrowMonth {...shown} />
            ) : (
              <Part role="grid" aria-label={table.name} className="h-full">
                {hasHours(scale, dates) ? (
                  <Hours key={scale} {...shown} chosen={hoursOf(chosen)} />
                ) : (
                  <Month {...shown} bodyRef={bodyRef} />
                )}
              </Part>
            )}
            {isEmpty && !isNarrow && <EmptyText mayAdd={mayAdd} isNarrowed={isNarrowed()} />}
          </div>
          {calendar.showsWithoutDate && <WithoutDateList calendar={calendar} undated={undated} />}
        </div>
        {calendar.hasMore && (
          <p className="shrink-0 border-border border-t bg-surface px-3 py-1.5 text-muted">
            {`Only the first ${calendar.spans.length.toLocaleString("en")} records are shown. Filter the view to see others.`}
          </p>
        )}
        <p role="status" className="shrink-0 px-3 py-1.5 text-danger empty:hidden">
          {edits.isUnreachable && unsaved > 0 ? unsavedText(unsaved, edits) : null}
        </p>
        {calendar.overlay && (
          <OpenCalendarOverlay
            overlay={calendar.overlay}
            calendar={calendar}
            dayElement={(day) => calendarRef.current?.querySelector(`[data-day-cell="${day}"]`) ?? null}
            focusElement={focusElement}
            onChoose={run}
            onClose={calendar.closeOverlay}
          />
        )}
        <TaskDialog
          task={calendar.task}
          hindrance={hindranceText(edits)}
          onCancel={services.tasks.cancel}
          finalFocus={focusElement}
        />
      </section>
    </SurroundingsProvider>
  );

  function isNarrowed(): boolean {
    return view.config.filter !== null || listing.search !== "";
  }
  function hoursOf(period: typeof chosen) {
    if (period?.from === undefined || period.to === undefined) return null;
    return { day: period.first, from: period.from, to: period.to };
  }
}

function Progress() {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-x-0 top-0 z-30 h-0.5 overflow-hidden">
      <span className="block h-full w-1/3 animate-pulse bg-accent" />
    </span>
  );
}

function EmptyText({ mayAdd, isNarrowed }: { mayAdd: boolean; isNarrowed: boolean }) {
  return (
    <p className="pointer-events-none absolute inset-x-0 bottom-6 mx-auto w-fit rounded-full bg-raised px-4 py-2 text-muted shadow-raised">
      {isNarrowed
        ? "No matching records on these days"
        : `No records on these days${mayAdd ? ". Click a day to add one." : ""}`}
    </p>
  );
}

/** Measures an element. */
function useHeight(): readonly [(element: HTMLDivElement | null) => void, number] {
  const [element, setElement] = useState<HTMLDivElement | null>(null);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setHeight(element.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, height];
}
