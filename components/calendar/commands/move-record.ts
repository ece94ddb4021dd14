import type { DateWay } from "@/components/commands/command";
import { unnamed } from "@/components/listing/record-names";
import { lockedField, refusalOf } from "@/components/rights/refusal";
import type { Record } from "@/lib/contract/records";
import { fieldTypeOf } from "@/lib/field-types";
import { type CalendarState, type Carried, shiftOf } from "../calendar-state";
import type { Day } from "../days/day";
import { announcements, spanText } from "../moves/announcements";
import { type Shift, shiftedValues, shiftTo, valuesOfPeriod } from "../spans/shift";
import { type Span, spanOf } from "../spans/span";

const still = { days: 0, minutes: 0 };

/** The shown record that has the focus, even if its day has no room for it. */
export function focusedSpan({ focus, carried, spanOf }: CalendarState): Span | undefined {
  const { place } = focus;
  const recordId = carried?.record.id ?? (place.on === "record" ? place.recordId : undefined);
  return recordId === undefined ? undefined : spanOf(recordId);
}

/** Tells why records cannot be moved; true if they can. */
export function mayMove({ services, dates, writableIds }: CalendarState): boolean {
  const { may, notify } = services;
  const { start } = dates;
  if (!may("update-records")) notify(refusalOf("update-records", may));
  else if (fieldTypeOf(start).isComputed) {
    notify({
      title: `“${start.name}” is computed`,
      detail: "Records can't be moved by a date that is computed. Change the fields that it depends on.",
    });
  } else if (!writableIds.has(start.id)) notify(lockedField(start));
  else return true;
  return false;
}

/** Tells why the length of records cannot be changed; true if it can. */
function mayResize(calendar: CalendarState): boolean {
  if (!mayMove(calendar)) return false;
  const { end } = calendar.dates;
  if (end && calendar.writableIds.has(end.id)) return true;
  calendar.services.notify(
    end
      ? lockedField(end)
      : {
          title: "Records have one day here",
          detail: "Choose a field for the end in the view's dates to change how long records are.",
        },
  );
  return false;
}

/** A record as it is picked up. */
export function pickedUp(span: Span, by: Carried["by"]): Carried {
  return { record: span.record, span, shift: { part: "both", ...still }, values: {}, by };
}

/** A carried record over other days. */
export function carriedBy(carried: Carried, shift: Shift, calendar: CalendarState): Carried {
  const { span } = carried;
  return span
    ? { ...carried, shift, values: writableOf(shiftedValues(span, shift, calendar.dates), calendar) }
    : carried;
}

/** Picks up the focused record, or drops the one that is carried. */
export function pickUpOrDrop(calendar: CalendarState): boolean {
  const { carried } = calendar;
  if (carried) {
    drop(carried, calendar);
    return true;
  }
  const span = focusedSpan(calendar);
  if (!span) return false;
  if (!mayMove(calendar)) return true;
  calendar.carry(pickedUp(span, "keys"));
  calendar.announce(announcements.pickedUp(nameIn(span.record, calendar), spanText(span, calendar.dates)));
  return true;
}

/** Carries a record by one step, or makes it longer or shorter. */
export function carryOn(way: DateWay, part: Shift["part"], calendar: CalendarState): void {
  const { carried } = calendar;
  if (!carried?.span || (part === "end" && !mayResize(calendar))) return;
  const by = shiftOf(way, calendar);
  // The other part begins anew.
  const from = carried.shift.part === part ? carried.shift : still;
  const shift = { part, days: from.days + by.days, minutes: from.minutes + by.minutes };
  const next = carriedBy(carried, shift, calendar);
  const over = spanOf(shownOf(next), calendar.dates);
  calendar.carry(next);
  if (!over) return;
  follow(over, calendar);
  calendar.announce(announcements.carried(nameIn(carried.record, calendar), spanText(over, calendar.dates)));
}

/** Moves the focused record, or its end, by one step. */
export function shiftAtOnce(way: DateWay, part: Shift["part"], calendar: CalendarState): boolean {
  if (calendar.carried) {
    carryOn(way, part, calendar);
    return true;
  }
  const span = focusedSpan(calendar);
  if (!span) return false;
  if (part === "end" ? !mayResize(calendar) : !mayMove(calendar)) return true;
  drop(carriedBy(pickedUp(span, "keys"), { part, ...shiftOf(way, calendar) }, calendar), calendar);
  return true;
}

/** Moves a record to a day, at its own time if it has one. */
export function moveToDay(record: Record, day: Day, calendar: CalendarState): void {
  if (!mayMove(calendar)) return;
  const { dates } = calendar;
  const span = spanOf(record, dates);
  const values = span
    ? shiftedValues(span, shiftTo(span, day), dates)
    : valuesOfPeriod({ first: day, last: day }, dates, false);
  moveBy(record, writableOf(values, calendar), calendar);
}

/** Puts a carried record back where it was. */
export function putBack(calendar: CalendarState): void {
  const { carried } = calendar;
  if (!carried) return;
  calendar.carry(null);
  if (!carried.span) return;
  follow(carried.span, calendar);
  calendar.announce(
    announcements.putBack(nameIn(carried.record, calendar), spanText(carried.span, calendar.dates)),
  );
}

/** Moves a carried record to its place. */
export function drop(carried: Carried, calendar: CalendarState): void {
  calendar.carry(null);
  const isMoved = Object.entries(carried.values).some(([id, value]) => carried.record.data[id] !== value);
  if (isMoved) moveBy(carried.record, carried.values, calendar);
  else if (carried.span) follow(carried.span, calendar);
}

function moveBy(record: Record, values: Carried["values"], calendar: CalendarState): void {
  const moved = { ...record, data: { ...record.data, ...values } };
  const span = spanOf(moved, calendar.dates);
  calendar.move(record, values);
  if (!span) return;
  follow(span, calendar);
  calendar.announce(announcements.moved(nameIn(record, calendar), spanText(span, calendar.dates)));
}

/** A carried record as it is shown. */
export function shownOf({ record, values }: Carried): Record {
  return { ...record, data: { ...record.data, ...values } };
}

/** Moves the focus with a record, to the first of its days, or to one that is shown already. */
function follow({ record, first, last }: Span, { focus, focusOn, shape }: CalendarState): void {
  const days = shape.rows.flat().filter((day) => day >= first && day <= last);
  const day = days.includes(focus.place.day) ? focus.place.day : (days[0] ?? first);
  focusOn({ day: first >= (days[0] ?? first) ? first : day, on: "record", recordId: record.id });
}

/** Leaves out dates that cannot be written, such as those that are computed. */
function writableOf(values: Carried["values"], { writableIds }: CalendarState): Carried["values"] {
  return Object.fromEntries(Object.entries(values).filter(([id]) => writableIds.has(id)));
}

export function nameIn(record: Record, { nameOf }: CalendarState): string {
  return nameOf(record) || unnamed;
}
