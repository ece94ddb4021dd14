import { useLayoutEffect, useRef } from "react";
import { type Day, isWeekend, wallOf } from "../days/day";
import { timeText, weekdayText } from "../days/day-texts";
import { laneHeight } from "../layout";
import { minute } from "../spans/shift";
import type { CalendarModel } from "../use-calendar";
import { DayRow } from "./day-row";
import { HourBlock } from "./hour-block";
import { Part } from "./part";

interface HoursProps {
  readonly calendar: CalendarModel;
  readonly overDays: (day: Day) => boolean;
  /** The part of a day that a person is choosing for a new record, in minutes. */
  readonly chosen: { readonly day: Day; readonly from: number; readonly to: number } | null;
  readonly mayAdd: boolean;
}

const hourHeight = 48;
const hours = Array.from({ length: 24 }, (_, hour) => hour);
const gutter = "3.5rem";
/** The height of the row with the days, in pixels. */
const daysHeight = 37;
/** The hour at the top at first, on days other than today. */
const firstHour = 7;

/** A week or a day with its hours, and with the records of whole days above them. */
export function Hours({ calendar, overDays, chosen, mayAdd }: HoursProps) {
  const { page, layout, spans, today, now, dates, capacity } = calendar;
  const scrollerRef = useRef<HTMLDivElement>(null);
  const days = page.rows[0] ?? [];
  const columns = { gridTemplateColumns: `${gutter} repeat(${days.length}, minmax(0, 1fr))` };
  const lanes = layout.lanes[0] ?? { bars: [], hidden: [] };
  const isTall = lanes.hidden.some((count) => count > 0);
  const lines = isTall ? capacity : Math.max(1, ...lanes.bars.map(({ lane }) => lane + 1));

  const allDayHeight = lines * laneHeight + 8;
  const headerHeight = daysHeight + allDayHeight;

  const hasToday = days.includes(today);
  const nowMinutes = (now - wallOf(today)) / minute;
  const isShown = useRef(false);
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller || isShown.current) return;
    isShown.current = true;
    const first = hasToday && nowMinutes < 24 * 60 ? Math.max(0, nowMinutes / 60 - 2) : firstHour;
    scroller.scrollTop = Math.max(0, first * hourHeight - 12);
  });
  return (
    <div
      ref={scrollerRef}
      role="presentation"
      data-hours-scroller
      className="h-full overflow-y-auto overflow-x-hidden bg-surface"
      style={{ scrollPaddingTop: headerHeight }}
    >
      <Part role="rowgroup" className="sticky top-0 z-40 border-border border-b bg-surface">
        <Part role="row" className="grid" style={columns}>
          <Part role="columnheader">
            <span className="sr-only">Time</span>
          </Part>
          {days.map((day) => (
            <Part
              key={day}
              role="columnheader"
              aria-label={`${weekdayText(day, "long")} ${Number(day.slice(8))}`}
              className="flex h-9 items-center justify-center gap-1.5 text-muted text-xs"
            >
              {weekdayText(day, "short")}
              <span
                className={`flex size-6 items-center justify-center rounded-full font-semibold text-dense tabular-nums ${day === today ? "bg-accent text-accent-text" : "text-text"}`}
              >
                {Number(day.slice(8))}
              </span>
            </Part>
          ))}
        </Part>
        <Part role="row" className="grid border-border border-t" style={{ ...columns, height: allDayHeight }}>
          <Part role="rowheader" className="pe-2 pt-1.5 text-end text-[11px] text-muted">
            All day
          </Part>
          <DayRow
            days={days}
            lanes={lanes}
            spans={spans}
            month={null}
            capacity={capacity}
            overDays={overDays}
            mayAdd={false}
            hasHeader
          />
        </Part>
      </Part>
      <Part role="rowgroup" aria-label="Hours">
        <Part role="row" className="relative grid" style={{ ...columns, height: 24 * hourHeight }}>
          <Part role="rowheader" aria-label="Hours" className="relative">
            {hours.slice(1).map((hour) => (
              <span
                key={hour}
                className="absolute end-2 -translate-y-1/2 text-[11px] text-muted tabular-nums"
                style={{ top: hour * hourHeight }}
              >
                {timeText(hour * 60 * minute, dates.timeFormat)}
              </span>
            ))}
          </Part>
          {days.map((day) => (
            <Part
              key={day}
              role="gridcell"
              data-day-cell={day}
              data-hours
              className={`relative min-w-0 border-border border-s outline-none ${mayAdd ? "cursor-cell" : ""} ${isWeekend(day) ? "bg-group-3" : ""}`}
              style={{
                backgroundImage: `repeating-linear-gradient(to bottom, var(--border) 0 1px, transparent 1px ${hourHeight}px)`,
              }}
            >
              {(layout.blocks.get(day) ?? []).map((block) => (
                <HourBlock key={block.span.record.id} block={block} day={day} hourHeight={hourHeight} />
              ))}
              {chosen?.day === day && (
                <span
                  className="pointer-events-none absolute inset-x-0.5 z-20 rounded-md border border-accent bg-accent-soft px-1.5 py-0.5 text-xs tabular-nums"
                  style={{
                    top: (chosen.from / 60) * hourHeight,
                    height: ((chosen.to - chosen.from) / 60) * hourHeight,
                  }}
                >
                  {`${timeText(chosen.from * minute, dates.timeFormat)} – ${timeText(chosen.to * minute, dates.timeFormat)}`}
                </span>
              )}
              {day === today && (
                <span
                  aria-hidden
                  className="pointer-events-none absolute inset-x-0 z-30 h-0.5 -translate-y-px bg-danger before:absolute before:-start-1 before:-top-[3px] before:size-2 before:rounded-full before:bg-danger"
                  style={{ top: (nowMinutes / 60) * hourHeight }}
                />
              )}
            </Part>
          ))}
        </Part>
      </Part>
    </div>
  );
}
