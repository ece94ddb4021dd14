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
 * many says how many are hidden. A record that has room on some of its days only is shown on those.
 */
export function lanesOf(days: readonly Day[], spans: readonly Span[], { capacity, keepId }: Room): Lanes {
  const within = spans.filter(({ first, last }) => first <= (days.at(-1) ?? "") && last >= (days[0] ?? ""));
  const lanes = placed(days, within, capacity);
  const kept = keepId == null ? undefined : within.find(({ record }) => record.id === keepId);
  if (!kept || lanes.bars.some(({ span }) => span === kept)) return lanes;
  return placed(days, [kept, ...within.filter((span) => span !== kept)], capacity);
}

function placed(days: readonly Day[], spans: readonly Span[], capacity: number): Lanes {
  const [from = ""] = days;
  const columnsOf = spans.map(({ first, last }) => ({
    start: daysBetween(from, first),
    end: daysBetween(from, last),
  }));
  const counts = days.map(
    (_, day) => columnsOf.filter(({ start, end }) => start <= day && end >= day).length,
  );
  const room = counts.map((count) => (count <= capacity ? capacity : capacity - 1));
  /** The lanes that are taken, by column. */
  const taken = days.map(() => new Set<number>());
  const isFree = (lane: number, day: number) => lane < (room[day] ?? 0) && !taken[day]?.has(lane);

  const most = Math.min(capacity, spans.length);

  const bars: Bar[] = [];
  const hidden = days.map(() => 0);
  spans.forEach((span, index) => {
    const { start = 0, end = 0 } = columnsOf[index] ?? {};
    const last = Math.min(days.length - 1, end);
    let column = Math.max(0, start);
    while (column <= last) {
      const run = longestRun({ column, last }, { lanes: most, isFree });
      if (!run) {
        hidden[column] = (hidden[column] ?? 0) + 1;
        column += 1;
        continue;
      }
      const next = column + run.columns;
      for (const lanes of taken.slice(column, next)) lanes.add(run.lane);
      bars.push({ span, ...run, column, isCutBefore: column > start, isCutAfter: next <= end });
      column = next;
    }
  });
  return { bars, hidden };
}

interface Free {
  readonly lanes: number;
  readonly isFree: (lane: number, day: number) => boolean;
}

/** The lane that is free for most days from a column on; the lowest of several. Undefined if none is free on the first. */
function longestRun(
  { column, last }: { readonly column: number; readonly last: number },
  { lanes, isFree }: Free,
): Pick<Bar, "lane" | "columns"> | undefined {
  let longest: Pick<Bar, "lane" | "columns"> | undefined;
  for (let lane = 0; lane < lanes && (longest?.columns ?? 0) <= last - column; lane += 1) {
    let columns = 0;
    while (column + columns <= last && isFree(lane, column + columns)) columns += 1;
    if (columns > (longest?.columns ?? 0)) longest = { lane, columns };
  }
  return longest;
}

/** True if a bar is on the day with this index. */
export function isOn({ column, columns }: Bar, day: number): boolean {
  return day >= column && day < column + columns;
}
