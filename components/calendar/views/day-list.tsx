import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import type { Day } from "../days/day";
import { longDayText, shortMonthText, weekdayText } from "../days/day-texts";
import type { Bar } from "../spans/lanes";
import type { CalendarModel } from "../use-calendar";
import { Part } from "./part";
import { useSurroundings } from "./record-look";
import { RecordRow } from "./record-row";

interface DayListProps {
  readonly calendar: CalendarModel;
  readonly overDays: (day: Day) => boolean;
}

/** The days with records, one after the other. */
export function DayList({ calendar, overDays }: DayListProps) {
  const { page, layout, table, showMore, isAllListed, isLoaded, isPending } = calendar;
  const shown = page.rows.flatMap(([day], row) => {
    const bars = layout.lanes[row]?.bars ?? [];
    return day !== undefined && bars.length > 0 ? [{ day, bars }] : [];
  });
  return (
    <div className="h-full overflow-y-auto bg-surface">
      <div className="mx-auto max-w-3xl px-3 py-2">
        {shown.length > 0 && (
          <Part role="grid" aria-label={table.name}>
            {shown.map(({ day, bars }, index) => (
              <ListedDay
                key={day}
                day={day}
                bars={bars}
                isOver={overDays(day)}
                namesMonth={day.slice(0, 7) !== shown[index - 1]?.day.slice(0, 7)}
              />
            ))}
          </Part>
        )}
        {isLoaded && shown.length === 0 && !isPending && (
          <p className="px-2 py-8 text-center text-muted">{`No records in ${page.title}.`}</p>
        )}
        {isLoaded && !isAllListed && (
          <div className="flex justify-center py-4">
            <Button onClick={showMore} disabled={isPending}>
              {isPending ? "Loading…" : "Show later days"}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

interface ListedDayProps {
  readonly day: Day;
  readonly bars: readonly Bar[];
  readonly isOver: boolean;
  /** True for the first day of each month. */
  readonly namesMonth: boolean;
}

function ListedDay({ day, bars, isOver, namesMonth }: ListedDayProps) {
  const { today, focus } = useSurroundings();
  const { place } = focus;
  const weekday = weekdayText(day, "short");
  return (
    <Part
      role="row"
      data-day-cell={day}
      className={`flex gap-2 border-border border-b py-1.5 last:border-b-0 ${isOver ? "bg-accent-soft" : ""}`}
    >
      <Part role="rowheader" className="w-28 shrink-0 self-start max-sm:w-14">
        <button
          type="button"
          data-place="day"
          data-day={day}
          tabIndex={place.day === day && place.on === "day" ? 0 : -1}
          aria-current={day === today ? "date" : undefined}
          className="flex w-full items-baseline gap-2 rounded-md px-2 py-1.5 text-start hover:bg-hover max-sm:flex-col max-sm:gap-0"
        >
          <span className="sr-only">{`${longDayText(day, today)}, ${counted(bars.length, "record")}`}</span>
          <span
            aria-hidden
            className={`w-6 font-semibold text-base tabular-nums ${day === today ? "text-accent" : ""}`}
          >
            {Number(day.slice(8))}
          </span>
          <span aria-hidden className="whitespace-nowrap text-muted text-xs">
            {namesMonth ? `${shortMonthText(day)}, ${weekday}` : weekday}
          </span>
        </button>
      </Part>
      <Part role="gridcell" className="flex min-w-0 flex-1 flex-col">
        {bars.map(({ span }) => (
          <RecordRow key={span.record.id} span={span} day={day} />
        ))}
      </Part>
    </Part>
  );
}
