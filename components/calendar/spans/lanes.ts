import { type Day, daysBetween } from "../days/day";
import type { Span } from "./span";

/** A record within a row of days. */
export interface Bar {
  readonly span: Span;
  /** From the top, from 0. */
  readonly lane: number;
  /** The first column that it takes, from 0. */
  readonly column: number;
  readonly columns: number;
  /** True if it continues on earlier or later days than those of the row. */
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The bars of a row that there is room for, and how many each day has beyond them. */
export interface Lanes {
  readonly bars: readonly Bar[];
  readonly hidden: readonly number[];
}

interface Room {
  /** The number of lines of a day. */
  readonly capacity: number;
  /** A record that is shown in any case. */
  readonly keepId?: string | null | undefined;
}

/**
 * Places records, in the order of `bySpan`, in the lowest free lanes of a row of days. The last line of a day with too
 * many says how many are hidden.
 */
export function lanesOf(days: readonly Day[], spans: readonly Span[], { capacity, keepId }: Room): Lanes {
  const within = spans.filter(({ first, last }) => first <= (days.at(-1) ?? "") && last >= (days[0] ?? ""));
  const folded = fold(days, placed(days, within), capacity);
  const kept = keepId == null ? undefined : within.find(({ record }) => record.id === keepId);
  if (!kept || folded.bars.some(({ span }) => span === kept)) return folded;
  return fold(days, placed(days, [kept, ...within.filter((span) => span !== kept)]), capacity);
}

function placed(days: readonly Day[], spans: readonly Span[]): Bar[] {
  const [from = ""] = days;
  /** The lanes that are taken, by column. */
  const taken = days.map(() => new Set<number>());
  return spans.map((span) => {
    const start = daysBetween(from, span.first);
    const end = daysBetween(from, span.last);
    const column = Math.max(0, start);
    const columns = Math.min(days.length - 1, end) - column + 1;
    const over = taken.slice(column, column + columns);
    let lane = 0;
    while (over.some((lanes) => lanes.has(lane))) lane += 1;
    for (const lanes of over) lanes.add(lane);
    return { span, lane, column, columns, isCutBefore: start < 0, isCutAfter: end >= days.length };
  });
}

function fold(days: readonly Day[], bars: readonly Bar[], capacity: number): Lanes {
  const isFull = days.map((_, day) => bars.some((bar) => bar.lane >= capacity && isOn(bar, day)));
  const isShown = (bar: Bar) =>
    bar.lane < capacity - 1 || (bar.lane < capacity && !isFull.some((full, day) => full && isOn(bar, day)));
  const hiddenBars = bars.filter((bar) => !isShown(bar));
  return {
    bars: bars.filter(isShown),
    hidden: days.map((_, day) => hiddenBars.filter((bar) => isOn(bar, day)).length),
  };
}

/** True if a bar is on the day with this index. */
export function isOn({ column, columns }: Bar, day: number): boolean {
  return day >= column && day < column + columns;
}
