import { addDays, addMonths, type Day } from "../days/day";

/** A place that the focus can be at: a day, a record on it, or the button with those that have no room. */
export type Place = { readonly day: Day } & (
  | { readonly on: "day" | "more" }
  | { readonly on: "record"; readonly recordId: string }
);

/** A record that a day shows. */
export interface ShownRecord {
  readonly recordId: string;
  /** The days of the row that it is on. */
  readonly first: Day;
  readonly last: Day;
}

/** The days of a calendar in rows, and what they show. */
export interface CalendarShape {
  readonly rows: readonly (readonly Day[])[];
  /** From top to bottom. */
  readonly recordsOn: (day: Day) => readonly ShownRecord[];
  readonly hasMore: (day: Day) => boolean;
  /** The days or months that a page has. */
  readonly page: { readonly days: number } | { readonly months: number };
}

export const calendarSteps = [
  "up",
  "down",
  "left",
  "right",
  "first-field",
  "last-field",
  "page-up",
  "page-down",
] as const;
export type CalendarStep = (typeof calendarSteps)[number];

/** The place that a step leads to. Its day may be on another page. */
export function stepFrom(shape: CalendarShape, place: Place, step: CalendarStep): Place {
  return steps[step](shape, place);
}

type Stepper = (shape: CalendarShape, place: Place) => Place;

const steps: { readonly [Step in CalendarStep]: Stepper } = {
  up: (shape, place) => stepWithin(shape, place, -1) ?? dayAbove(shape, place),
  down: (shape, place) => stepWithin(shape, place, 1) ?? dayBelow(shape, place),
  left: (shape, place) => onDay(addDays(recordAt(shape, place)?.first ?? place.day, -1)),
  right: (shape, place) => onDay(addDays(recordAt(shape, place)?.last ?? place.day, 1)),
  "first-field": ({ rows }, { day }) => onDay(rowOf(rows, day)?.[0] ?? day),
  "last-field": ({ rows }, { day }) => onDay(rowOf(rows, day)?.at(-1) ?? day),
  "page-up": (shape, { day }) => onDay(turned(shape, day, -1)),
  "page-down": (shape, { day }) => onDay(turned(shape, day, 1)),
};

/** The day as many pages later. */
export function turned({ page }: Pick<CalendarShape, "page">, day: Day, pages: number): Day {
  return "months" in page ? addMonths(day, pages * page.months) : addDays(day, pages * page.days);
}

function onDay(day: Day): Place {
  return { day, on: "day" };
}

function stepWithin(shape: CalendarShape, place: Place, by: 1 | -1): Place | undefined {
  const places = placesOn(shape, place.day);
  return places[places.findIndex((each) => isSamePlace(each, place)) + by];
}

/** The places of a day from top to bottom. */
function placesOn({ recordsOn, hasMore }: CalendarShape, day: Day): Place[] {
  return [
    onDay(day),
    ...recordsOn(day).map(({ recordId }): Place => ({ day, on: "record", recordId })),
    ...(hasMore(day) ? [{ day, on: "more" } as const] : []),
  ];
}

export function isSamePlace(one: Place, other: Place): boolean {
  if (one.day !== other.day || one.on !== other.on) return false;
  return one.on !== "record" || (other.on === "record" && one.recordId === other.recordId);
}

/** The last place of the day above, so that a step down leads back. */
function dayAbove(shape: CalendarShape, { day }: Place): Place {
  const index = shape.rows.findIndex((row) => row.includes(day));
  const above = shape.rows[index - 1]?.[shape.rows[index]?.indexOf(day) ?? 0];
  if (above !== undefined) return placesOn(shape, above).at(-1) ?? onDay(above);
  return onDay(isByWeek(shape) ? addDays(day, -7) : day);
}

function dayBelow({ rows, ...shape }: CalendarShape, place: Place): Place {
  const index = rows.findIndex((row) => row.includes(place.day));
  const below = rows[index + 1]?.[rows[index]?.indexOf(place.day) ?? 0];
  if (below !== undefined) return onDay(below);
  return isByWeek({ rows, ...shape }) ? onDay(addDays(place.day, 7)) : place;
}

/** True for a month, whose rows go on before the first and after the last. */
function isByWeek({ rows }: CalendarShape): boolean {
  return rows.length > 1 && rows[0]?.length === 7;
}

function recordAt({ recordsOn }: CalendarShape, place: Place): ShownRecord | undefined {
  return place.on === "record"
    ? recordsOn(place.day).find(({ recordId }) => recordId === place.recordId)
    : undefined;
}

function rowOf(rows: CalendarShape["rows"], day: Day): readonly Day[] | undefined {
  return rows.find((row) => row.includes(day));
}

/** Finds the place of the focus now: its record, wherever that is shown, else its day. */
export function resolvedPlace(shape: CalendarShape, wanted: Place | null, fallback: Day): Place {
  const days = shape.rows.flat();
  if (wanted?.on === "record" && !recordAt(shape, wanted)) {
    const day = days.find((each) => recordAt(shape, { ...wanted, day: each }));
    if (day !== undefined) return { ...wanted, day };
  }
  if (!wanted || !days.includes(wanted.day)) {
    return onDay(days.includes(fallback) ? fallback : (days[0] ?? fallback));
  }
  if (placesOn(shape, wanted.day).some((each) => isSamePlace(each, wanted))) return wanted;
  return onDay(wanted.day);
}
