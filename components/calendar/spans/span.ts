import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import { fieldTypeOf } from "@/lib/field-types";
import { isDate } from "@/lib/field-types/date";
import { viewersTimeZone, wallTime } from "@/lib/field-types/zone";
import { type Day, dayAt } from "../days/day";
import type { TimeFormat } from "../days/day-texts";

/** The fields that place records on a calendar. */
export interface DateFields {
  readonly start: Field;
  readonly end: Field | null;
  /** The time zone in which days begin; null for dates without a time. */
  readonly zone: string | null;
  readonly timeFormat: TimeFormat;
}

/** A record on its days. */
export interface Span {
  readonly record: Record;
  readonly first: Day;
  readonly last: Day;
  /** When it begins and ends on the clocks of the zone; null for dates without a time. Both are the same without an end. */
  readonly times: { readonly from: number; readonly to: number } | null;
}

export function dateFieldsOf(start: Field, end: Field | null): DateFields {
  const { timezone = "", timeFormat = "24h" } = start.template as {
    timezone?: string;
    timeFormat?: TimeFormat;
  };
  const hasTimes = fieldTypeOf(start).storage === "timestamp";
  return { start, end, zone: hasTimes ? timezone || viewersTimeZone() : null, timeFormat };
}

/** The days of a record; null if it has no start. */
export function spanOf(record: Record, { start, end, zone }: DateFields): Span | null {
  const first = record.data[start.id];
  const last = end ? record.data[end.id] : null;
  return zone === null ? spanOfDates(record, first, last) : spanOfMoments(record, { first, last, zone });
}

function spanOfDates(record: Record, first: unknown, last: unknown): Span | null {
  if (typeof first !== "string" || !isDate(first)) return null;
  const isLonger = typeof last === "string" && isDate(last) && last > first;
  return { record, first, last: isLonger ? last : first, times: null };
}

interface Moments {
  readonly first: unknown;
  readonly last: unknown;
  readonly zone: string;
}

function spanOfMoments(record: Record, { first, last, zone }: Moments): Span | null {
  const from = wallIn(zone, first);
  if (from === undefined) return null;
  const to = Math.max(from, wallIn(zone, last) ?? from);
  // A record that ends at midnight does not touch the day that begins then.
  return { record, first: dayAt(from), last: dayAt(Math.max(from, to - 1)), times: { from, to } };
}

function wallIn(zone: string, value: unknown): number | undefined {
  const moment = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(moment) ? undefined : wallTime(moment, zone);
}

/** True for records over several days, or without a time, which are bars instead of lines with a time. */
export function isBar({ first, last, times }: Span): boolean {
  return first !== last || times === null;
}

/** Bars before lines, longer bars before shorter ones, and then by time. No two records are equal, so none jumps. */
export function bySpan(one: Span, other: Span): number {
  return (
    rankOf(one) - rankOf(other) ||
    compare(one.first, other.first) ||
    compare(other.last, one.last) ||
    (one.times?.from ?? 0) - (other.times?.from ?? 0) ||
    compare(one.record.id, other.record.id)
  );
}

function rankOf({ first, last, times }: Span): number {
  if (first !== last) return 0;
  return times === null ? 1 : 2;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
