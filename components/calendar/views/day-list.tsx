import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import { longDayText, shortMonthText, weekdayText } from "../days/day-texts";
import type { CalendarModel } from "../use-calendar";
import { Part } from "./part";
import { RecordRow } from "./record-row";

/** The days with records, one after the other. */
export function DayList({
  calendar,
  overDays,
}: {
  calendar: CalendarModel;
  overDays: (day: string) => boolean;
}) {
  const { page, layout, today, focus, showMore, isAllListed, isLoaded, isPending } = calendar;
  const { place } = focus;
  const shown = page.rows.flatMap(([day], row) => {
    const bars = layout.lanes[row]?.bars ?? [];
    return day !== undefined && bars.length > 0 ? [{ day, bars }] : [];
  });
  return (
    <div role="presentation" className="h-full overflow-y-auto bg-surface">
      <div role="presentation" className="mx-auto max-w-3xl px-3 py-2">
        {shown.map(({ day, bars }, index) => {
          const isNewMonth = index > 0 && day.slice(0, 7) !== shown[index - 1]?.day.slice(0, 7);
          return (
            <Part
              key={day}
              role="row"
              data-day-cell={day}
              className={`flex gap-2 border-border border-b py-1.5 outline-none last:border-b-0 ${overDays(day) ? "bg-accent-soft" : ""}`}
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
                    {`${index === 0 || isNewMonth ? `${shortMonthText(day)}, ` : ""}${weekdayText(day, "short")}`}
                  </span>
                </button>
              </Part>
              <Part role="gridcell" className="flex min-w-0 flex-1 flex-col outline-none">
                {bars.map(({ span }) => (
                  <RecordRow key={span.record.id} span={span} day={day} />
                ))}
              </Part>
            </Part>
          );
        })}
        {isLoaded && shown.length === 0 && !isPending && (
          <p className="px-2 py-8 text-center text-muted">{`No records from ${page.title}.`}</p>
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
