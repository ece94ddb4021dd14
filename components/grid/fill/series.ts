import type { GridColumn } from "@/components/cells/columns";
import { isBlank } from "@/components/listing/is-blank";
import type { MomentTemplate } from "@/lib/field-types/datetime";
import { momentAt, viewersTimeZone, wallTime } from "@/lib/field-types/zone";

/** The value at an index. The source values start at 0; those before and after them are new. */
export type Series = (index: number) => unknown;

/**
 * Continues values as a series if they form one, otherwise repeats them. A value that the field refuses is undefined.
 */
export function continued(values: readonly unknown[], { field, fieldType }: GridColumn): Series {
  const find = values.some(isBlank) ? undefined : seriesByType[field.type];
  const series = find?.(values as never, field.template) ?? repeated(values);
  const shape = fieldType.value(field.template);
  return (index) => {
    if (index >= 0 && index < values.length) return values[index];
    const value = series(index);
    return isBlank(value) || shape.safeParse(value).success ? value : undefined;
  };
}

/** Repeats the values. */
export function repeated<Value>(values: readonly Value[]): (index: number) => Value {
  return (index) => values[((index % values.length) + values.length) % values.length] as Value;
}

type FindSeries = (values: never, template: object) => Series | undefined;

const seriesByType: { readonly [type: string]: FindSeries } = {
  number: numberSeries,
  currency: numberSeries,
  percent: numberSeries,
  duration: numberSeries,
  date: dateSeries,
  datetime: momentSeries,
  single_line_text: textSeries,
  long_text: textSeries,
};

/** Numbers at equal distances. A single number is copied, as in every spreadsheet. */
function numberSeries(values: readonly number[]): Series | undefined {
  const [first = 0, second] = values;
  if (second === undefined) return undefined;
  // Rounds to the decimals of the values, because doubles add up to 0.30000000000000004.
  const places = Math.max(...values.map(decimalsOf));
  const rounded = (value: number) => Number(value.toFixed(Math.min(places, 100)));
  const step = rounded(second - first);
  const series = (index: number) => rounded(first + step * index);
  return values.every((value, index) => series(index) === value) ? series : undefined;
}

/**
 * Dates at equal distances in months, on the same day of the month or the last, otherwise in days. A single date
 * continues day by day.
 */
function dateSeries(values: readonly string[]): Series | undefined {
  const series = daySeries(values.map(dayOf));
  return (
    series &&
    ((index) => {
      const time = series(index);
      return time === undefined ? undefined : isoOf(time).slice(0, 10);
    })
  );
}

/** Moments with a common time of day in the field's time zone continue as dates; others at equal distances in time. */
function momentSeries(values: readonly string[], template: object): Series | undefined {
  const { timezone } = template as MomentTemplate;
  const zone = timezone === "" ? viewersTimeZone() : timezone;
  const walls = values.map((value) => wallTime(Date.parse(value), zone));
  const times = new Set(walls.map(timeOfDay));
  const [time = 0] = times;
  const days = times.size === 1 ? daySeries(walls.map((wall) => wall - time)) : undefined;
  const series =
    times.size === 1 ? days && ((index: number) => shifted(days(index), time)) : evenSeries(walls);
  return series && ((index) => momentIn(series(index), zone));
}

/** Text continues its last number: "Item 1", "Item 2". Below zero the numbers count up again. */
function textSeries(values: readonly string[]): Series | undefined {
  const parts = values.map((value) => /^([\s\S]*?)(\d+)(\D*)$/.exec(value));
  const [first, second] = parts;
  if (!first || parts.some((each) => each?.[1] !== first[1] || each?.[3] !== first[3])) return undefined;
  const [, before = "", digits = "", after = ""] = first;
  const start = BigInt(digits);
  const step = second ? BigInt(second[2] ?? "") - start : 1n;
  const width = parts.some((each) => each?.[2]?.startsWith("0")) ? digits.length : 0;
  const series = (index: number) => {
    const number = start + step * BigInt(index);
    return `${before}${String(number < 0n ? -number : number).padStart(width, "0")}${after}`;
  };
  return values.every((value, index) => series(index) === value) ? series : undefined;
}

type Times = (index: number) => number | undefined;

/** A series of days, as UTC midnights. */
function daySeries(days: readonly number[]): Times | undefined {
  if (days.length === 1) return evenSeries([...days, (days[0] ?? 0) + day]);
  return monthSeries(days) ?? evenSeries(days);
}

function monthSeries(days: readonly number[]): Times | undefined {
  const months = evenSeries(days.map(monthOf));
  if (!months || months(0) === months(1)) return undefined;
  const dayOfMonth = Math.max(...days.map((each) => new Date(each).getUTCDate()));
  const series = (index: number) => dayIn(months(index) as number, dayOfMonth);
  return days.every((each, index) => series(index) === each) ? series : undefined;
}

function evenSeries(times: readonly number[]): Times | undefined {
  const [first = 0, second = first] = times;
  const series = (index: number) => first + (second - first) * index;
  return times.every((time, index) => series(index) === time) ? series : undefined;
}

const day = 86_400_000;

function dayOf(iso: string): number {
  return Date.parse(`${iso}T00:00:00Z`);
}

function timeOfDay(time: number): number {
  return ((time % day) + day) % day;
}

function shifted(time: number | undefined, by: number): number | undefined {
  return time === undefined ? undefined : time + by;
}

function momentIn(wall: number | undefined, zone: string): string | undefined {
  return wall === undefined || Number.isNaN(new Date(wall).getTime())
    ? undefined
    : isoOf(momentAt(wall, zone));
}

/** Months since the year 0. */
function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** A day of a month, or the month's last day if it has fewer. */
function dayIn(month: number, dayOfMonth: number): number {
  const first = new Date(0);
  // `Date.UTC` would map the years 0 to 99 to the 20th century.
  first.setUTCFullYear(Math.floor(month / 12), month - Math.floor(month / 12) * 12, 1);
  const last = new Date(first);
  last.setUTCMonth(first.getUTCMonth() + 1, 0);
  return first.getTime() + (Math.min(dayOfMonth, last.getUTCDate()) - 1) * day;
}

/** Empty for dates outside the range of `Date`, which no field accepts either. */
function isoOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString();
}

function decimalsOf(value: number): number {
  const [, fraction = "", exponent = "0"] = /^[^.e]*(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}
