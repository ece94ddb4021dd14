import type { Scale } from "./calendar-state";
import { addDays, type Day, daysFrom, type WeekStart, weekOf, weeksOfMonth } from "./days/day";
import { monthText, rangeText } from "./days/day-texts";
import type { CalendarShape } from "./moves/steps";
import { type Block, blocksOf, isAmongHours } from "./spans/blocks";
import { isOn, type Lanes, lanesOf } from "./spans/lanes";
import { bySpan, type DateFields, type Span } from "./spans/span";

/** The days of a page of a calendar. */
export interface Page {
  readonly rows: readonly (readonly Day[])[];
  readonly from: Day;
  readonly to: Day;
  /** The days or months by which pages are turned. */
  readonly turn: CalendarShape["page"];
  readonly title: string;
}

interface Around {
  readonly weekStart: WeekStart;
  /** The number of days of a list. */
  readonly listed: number;
}

/** The page of each scale that has a day. */
export const pageOf: { readonly [Each in Scale]: (day: Day, around: Around) => Page } = {
  month: (day, { weekStart }) => page(weeksOfMonth(day, weekStart), { months: 1 }, monthText(day)),
  week: (day, { weekStart }) => {
    const week = weekOf(day, weekStart);
    return page([week], { days: 7 }, rangeText(week[0] ?? day, week.at(-1) ?? day));
  },
  day: (day) => page([[day]], { days: 1 }, rangeText(day, day)),
  list: (day, { listed }) =>
    page(
      daysFrom(day, listed).map((each) => [each]),
      { months: 1 },
      rangeText(day, addDays(day, listed - 1), "short"),
    ),
};

function page(rows: Page["rows"], turn: Page["turn"], title: string): Page {
  return { rows, turn, title, from: rows[0]?.[0] ?? "", to: rows.at(-1)?.at(-1) ?? "" };
}

/** The records of a page at their places. */
export interface CalendarLayout {
  /** The bars and lines of each row; of a week or day with hours, those above the hours. */
  readonly lanes: readonly Lanes[];
  /** The records among the hours of each day. */
  readonly blocks: ReadonlyMap<Day, readonly Block[]>;
}

interface Room {
  readonly page: Page;
  readonly dates: DateFields;
  readonly scale: Scale;
  /** The number of lines for which each day has room. */
  readonly capacity: number;
  readonly keepId: string | null;
}

/** Places records, in the order of `bySpan`. */
export function layOut(
  spans: readonly Span[],
  { page, dates, scale, capacity, keepId }: Room,
): CalendarLayout {
  const { rows } = page;
  if (scale === "list") {
    const first = spans.map((span) => ({ span, day: span.first < page.from ? page.from : span.first }));
    const lanes = rows.map((days) =>
      lanesOf(
        days,
        first.flatMap(({ span, day }) => (day === days[0] ? span : [])),
        { capacity: Infinity },
      ),
    );
    return { lanes, blocks: noBlocks };
  }
  if (!hasHours(scale, dates)) {
    return { lanes: rows.map((days) => lanesOf(days, spans, { capacity, keepId })), blocks: noBlocks };
  }
  const above = spans.filter((span) => !isAmongHours(span));
  return {
    lanes: rows.map((days) => lanesOf(days, above, { capacity, keepId })),
    blocks: new Map(rows.flat().map((day) => [day, blocksOf(day, spans)])),
  };
}

/** True for weeks and days of records with a time. */
export function hasHours(scale: Scale, { zone }: Pick<DateFields, "zone">): boolean {
  return zone !== null && (scale === "week" || scale === "day");
}

/**
 * The records of a page on the days that show them, in the order of `bySpan`. Without hours, one that is shorter than a
 * day is on the day on which it begins, even if it ends after midnight.
 */
export function shownSpans(
  spans: readonly Span[],
  { scale, dates }: { readonly scale: Scale; readonly dates: DateFields },
): readonly Span[] {
  const isOvernight = (span: Span) => span.first !== span.last && isAmongHours(span);
  if (hasHours(scale, dates) || !spans.some(isOvernight)) return spans;
  return spans.map((span) => (isOvernight(span) ? { ...span, last: span.first } : span)).sort(bySpan);
}

const noBlocks: CalendarLayout["blocks"] = new Map();

/** The days of a page and what they show, for steps of keys. */
export function shapeOf(page: Page, { lanes, blocks }: CalendarLayout, scale: Scale): CalendarShape {
  const placeOf = new Map(
    page.rows.flatMap((days, row) => days.map((day, column) => [day, { row, column }] as const)),
  );
  const on = (day: Day) => {
    const { row = -1, column = -1 } = placeOf.get(day) ?? {};
    return { days: page.rows[row] ?? [], column, lanes: lanes[row] };
  };
  const isEmpty = (days: readonly Day[]) =>
    scale === "list" && (lanes[placeOf.get(days[0] ?? "")?.row ?? -1]?.bars.length ?? 0) === 0;
  return {
    rows: page.rows.filter((days) => !isEmpty(days)),
    page: page.turn,
    hasMore: (day) => (on(day).lanes?.hidden[on(day).column] ?? 0) > 0,
    recordsOn: (day) => {
      const { days, column, lanes: own } = on(day);
      const bars = (own?.bars ?? [])
        .filter((bar) => isOn(bar, column))
        .toSorted((one, other) => one.lane - other.lane);
      return [
        ...bars.map(({ span, column: first, columns }) => ({
          recordId: span.record.id,
          first: days[first] ?? day,
          last: days[first + columns - 1] ?? day,
        })),
        ...(blocks.get(day) ?? []).map(({ span }) => ({ recordId: span.record.id, first: day, last: day })),
      ];
    },
  };
}

/** The number of records on a day, with those that it has no room for. */
export function countOn(day: Day, spans: readonly Span[]): number {
  return spans.filter(({ first, last }) => first <= day && last >= day).length;
}

/** The height in pixels of the line with the date of a day, and of the lines below it. */
export const dateHeight = 26;
export const laneHeight = 22;
/** The smallest height of a week: its date and three lines. */
export const smallestWeek = dateHeight + 3 * laneHeight + 4;
/** The number of lines above the hours of a day. */
const linesAboveHours = 4;

interface Space {
  /** The height of all rows in pixels. */
  readonly height: number;
  readonly rows: number;
  readonly hasHours: boolean;
}

/** The number of lines for which each day has room. */
export function capacityOf({ height, rows, hasHours: isAbove }: Space): number {
  if (isAbove) return linesAboveHours;
  const row = Math.max(smallestWeek, height / rows);
  return Math.max(1, Math.floor((row - dateHeight - 2) / laneHeight));
}
