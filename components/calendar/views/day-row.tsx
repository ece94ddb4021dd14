import { Plus } from "lucide-react";
import { counted } from "@/components/tasks/counted";
import { type Day, isInMonthOf, isWeekend } from "../days/day";
import { longDayText, shortMonthText } from "../days/day-texts";
import { countOn, dateHeight, laneHeight } from "../layout";
import { isOn, type Lanes } from "../spans/lanes";
import type { Span } from "../spans/span";
import { Part } from "./part";
import { RecordBar } from "./record-bar";
import { useSurroundings } from "./record-look";

interface DayRowProps {
  readonly days: readonly Day[];
  readonly lanes: Lanes;
  readonly spans: readonly Span[];
  /** The month whose days are not dimmed; null where all are alike. */
  readonly month: Day | null;
  /** The number of lines for which a day has room. */
  readonly capacity: number;
  readonly overDays: (day: Day) => boolean;
  readonly mayAdd: boolean;
  /** True for days whose dates are in a header above. */
  readonly hasHeader?: boolean;
}

/** A row of days, with the records on them as bars and lines. */
export function DayRow(props: DayRowProps) {
  const { days, lanes, spans, month, capacity, overDays, mayAdd, hasHeader = false } = props;
  const { today, focus } = useSurroundings();
  const { place } = focus;
  const top = hasHeader ? 4 : dateHeight;
  return days.map((day, column) => {
    const hidden = lanes.hidden[column] ?? 0;
    const isFocused = place.day === day;
    const shown = lanes.bars.filter((bar) => isOn(bar, column)).length;
    // Other records of the day are among its hours.
    const count = hasHeader ? countOn(day, spans) : shown + hidden;
    return (
      <Part
        key={day}
        role="gridcell"
        data-day-cell={day}
        className={`group/day relative min-w-0 border-border border-e last:border-e-0 ${backgroundOf(day)}`}
      >
        <button
          type="button"
          data-place="day"
          data-day={day}
          aria-current={day === today ? "date" : undefined}
          aria-label={`${longDayText(day, today)}, ${countText(count)}`}
          tabIndex={isFocused && place.on === "day" ? 0 : -1}
          className="absolute inset-0 cursor-default! -outline-offset-2"
        />
        {!hasHeader && <DateMark day={day} isDimmed={month !== null && !isInMonthOf(day, month)} />}
        {mayAdd && (
          <Plus
            aria-hidden
            className="pointer-events-none absolute end-1 top-1 size-4 text-muted opacity-0 group-hover/day:opacity-100 pointer-coarse:hidden"
          />
        )}
        {lanes.bars
          .filter((bar) => bar.column === column)
          .map((bar) => (
            <RecordBar key={`${bar.span.record.id} ${bar.column}`} bar={bar} days={days} top={top} />
          ))}
        {hidden > 0 && (
          <button
            type="button"
            data-place="more"
            data-day={day}
            tabIndex={isFocused && place.on === "more" ? 0 : -1}
            aria-haspopup="dialog"
            className="absolute inset-x-[3px] z-10 h-5 truncate rounded-md px-1.5 text-start font-medium text-muted text-xs hover:bg-hover hover:text-text"
            style={{ top: top + (capacity - 1) * laneHeight }}
          >
            {`+${hidden.toLocaleString("en")} more`}
          </button>
        )}
      </Part>
    );
  });

  function backgroundOf(day: Day): string {
    if (overDays(day)) return "bg-accent-soft";
    if (month !== null && !isInMonthOf(day, month)) return "bg-background";
    return isWeekend(day) ? "bg-group-3" : "bg-surface";
  }
}

function countText(count: number): string {
  return count === 0 ? "no records" : counted(count, "record");
}

function DateMark({ day, isDimmed }: { day: Day; isDimmed: boolean }) {
  const { today } = useSurroundings();
  const number = String(Number(day.slice(8)));
  const isFirst = number === "1";
  return (
    <span
      aria-hidden
      className="pointer-events-none relative flex h-6.5 items-center px-1 text-xs tabular-nums"
    >
      <span
        className={`flex h-5.5 min-w-5.5 items-center justify-center rounded-full px-1.5 ${day === today ? "bg-accent font-semibold text-accent-text" : isDimmed ? "text-muted" : "font-medium"}`}
      >
        {isFirst ? `${number} ${shortMonthText(day)}` : number}
      </span>
    </span>
  );
}
