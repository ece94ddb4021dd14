import { type MomentTemplate, zoneOf } from "@/lib/field-types/datetime";
import { wallTime } from "@/lib/field-types/zone";
import type { GridColumn } from "../columns";
import type { DayAndTime } from "./wall-time";

/** The start of the current day in the field's time zone, which may differ from this machine's. */
export function beginOfDay(now: Date, { field }: GridColumn): DayAndTime {
  const wall = wallTime(now.getTime(), zoneOf(field.template as MomentTemplate));
  const [day = ""] = new Date(wall).toISOString().split("T");
  return { day, time: "00:00" };
}
