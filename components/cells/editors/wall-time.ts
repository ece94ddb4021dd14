import { type MomentTemplate, zoneOf } from "@/lib/field-types/datetime";
import { wallTime } from "@/lib/field-types/zone";
import type { GridColumn } from "../columns";

/** A day and a time, as in the typed text of a datetime: `2026-01-31 09:30`. */
export interface DayAndTime {
  readonly day: string;
  readonly time: string;
}

/** Parses the typed text of a datetime; undefined if it has another form. */
export function dayAndTime(text: string): DayAndTime | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{3})?)?)/.exec(text) ?? [];
  return day !== undefined && time !== undefined ? { day, time } : undefined;
}

export function typedText({ day, time }: DayAndTime): string {
  return `${day} ${time}`;
}

/** The start of the current day in the field's time zone, which may differ from this machine's. */
export function beginOfDay(now: Date, { field }: GridColumn): DayAndTime {
  const wall = wallTime(now.getTime(), zoneOf(field.template as MomentTemplate));
  const [day = ""] = new Date(wall).toISOString().split("T");
  return { day, time: "00:00" };
}
