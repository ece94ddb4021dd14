import { Plus } from "lucide-react";
import { counted } from "@/components/tasks/counted";
import { IconButton } from "@/components/ui/icon-button";
import { type Day, isInMonthOf } from "../days/day";
import { longDayText, weekdayText } from "../days/day-texts";
import { countOn } from "../layout";
import type { CalendarModel } from "../use-calendar";
import { Part } from "./part";
import { markColorOf, useSurroundings } from "./record-look";
import { RecordRow } from "./record-row";

interface NarrowMonthProps {
  readonly calendar: CalendarModel;
  readonly overDays: (day: Day) => boolean;
  readonly mayAdd: boolean;
}

/** The days of a month or week with dots for their records, and a list of those of the chosen day. */
export function NarrowMonth({ calendar, overDays, mayAdd }: NarrowMonthProps) {
  const { page, spans, focus, today, table, compose } = calendar;
  const chosen = focus.place.day;
  const own = spans.filter(({ first, last }) => first <= chosen && last >= chosen);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Part
        role="grid"
        aria-label={table.name}
        className="shrink-0 border-border border-b bg-surface px-2 pb-2"
      >
        <Part role="row" className="grid grid-cols-7">
          {page.rows[0]?.map((day) => (
            <Part
              key={day}
              role="columnheader"
              aria-label={weekdayText(day, "long")}
              className="py-1.5 text-center text-muted text-xs"
            >
              {weekdayText(day, "narrow")}
            </Part>
          ))}
        </Part>
        {page.rows.map((days) => (
          <Part key={days[0]} role="row" className="grid grid-cols-7">
            {days.map((day) => (
              <DotDay key={day} day={day} calendar={calendar} isOver={overDays(day)} />
            ))}
          </Part>
        ))}
      </Part>
      <section aria-label={longDayText(chosen, today)} className="min-h-0 flex-1 overflow-y-auto px-2 py-1.5">
        <div className="flex items-center justify-between ps-2">
          <h3 className="font-semibold">{longDayText(chosen, today)}</h3>
          {mayAdd && (
            <IconButton
              icon={Plus}
              label="New record on this day"
              className="size-10"
              onClick={() => compose({ first: chosen, last: chosen })}
            />
          )}
        </div>
        {own.length === 0 && <p className="px-2 text-muted">No records</p>}
        <ul aria-label="Records">
          {own.map((span) => (
            <li key={span.record.id}>
              <RecordRow span={span} day={chosen} isPlace={false} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

interface DotDayProps {
  readonly day: Day;
  readonly calendar: CalendarModel;
  readonly isOver: boolean;
}

function DotDay({ day, calendar, isOver }: DotDayProps) {
  const { spans, today, focus, scale, day: month } = calendar;
  const { color } = useSurroundings();
  const own = spans.filter(({ first, last }) => first <= day && last >= day).slice(0, 3);
  const count = countOn(day, spans);
  const isChosen = focus.place.day === day;
  const isDimmed = scale === "month" && !isInMonthOf(day, month);
  return (
    <Part
      role="gridcell"
      data-day-cell={day}
      aria-selected={isChosen}
      className={`rounded-lg ${isOver ? "bg-accent-soft" : ""}`}
    >
      <button
        type="button"
        data-place="day"
        data-day={day}
        aria-current={day === today ? "date" : undefined}
        tabIndex={isChosen ? 0 : -1}
        className="flex h-11 w-full flex-col items-center gap-0.5 rounded-lg pt-0.5"
      >
        <span className="sr-only">{`${longDayText(day, today)}, ${count === 0 ? "no records" : counted(count, "record")}`}</span>
        <span
          aria-hidden
          className={`flex size-7 items-center justify-center rounded-full tabular-nums ${isChosen ? "bg-accent font-semibold text-accent-text" : day === today ? "font-semibold text-accent" : isDimmed ? "text-muted" : ""}`}
        >
          {Number(day.slice(8))}
        </span>
        <span aria-hidden className="flex h-1.5 items-center gap-0.5">
          {own.map(({ record }) => (
            <span key={record.id} className="size-1.5 rounded-full" style={markColorOf(record, color)} />
          ))}
          {count > 3 && <span className="text-[9px] text-muted leading-none">+</span>}
        </span>
      </button>
    </Part>
  );
}
