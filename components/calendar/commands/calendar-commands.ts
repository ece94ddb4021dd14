import type { AnyCommand, CalendarCommand, DateWay, Step } from "@/components/commands/command";
import { commandNeeds } from "@/components/commands/command-needs";
import { openRecord } from "@/components/open-table/open-record";
import { pageVerbs } from "@/components/open-table/page-commands";
import { refusalOf } from "@/components/rights/refusal";
import { loadable } from "@/components/ui/loadable";
import { withPart } from "@/components/ui/with-part";
import type { CalendarState } from "../calendar-state";
import { type CalendarStep, calendarSteps, stepFrom } from "../moves/steps";
import { carryOn, focusedSpan, mayMove, pickUpOrDrop, putBack, shiftAtOnce } from "./move-record";

/** Deletes and copies, whose script is loaded with the first of them, or before, when the page is idle. */
const changes = loadable(() => import("./change-record"));

/** Runs a command on a calendar. Returns false for others, which leaves the key to the browser. */
export function runOnCalendar(command: AnyCommand, calendar: CalendarState): boolean {
  if (!isForCalendar(command)) return false;
  const { may, notify } = calendar.services;
  const need = commandNeeds[command.do];
  if (need && !may(need)) {
    notify(refusalOf(need, may));
    return true;
  }
  const verb = verbs[command.do] as (command: AnyCommand, calendar: CalendarState) => unknown;
  return verb(command, calendar) !== false;
}

type CalendarVerb = keyof typeof verbs;

function isForCalendar(command: AnyCommand): command is AnyCommand & { readonly do: CalendarVerb } {
  return Object.hasOwn(verbs, command.do);
}

/** Handlers return false if there is nothing to do, which leaves the key to the browser. */
const verbs = {
  ...pageVerbs,
  move({ step }: { readonly step: Step }, calendar: CalendarState) {
    if (!isCalendarStep(step)) return false;
    if (!calendar.carried) calendar.focusOn(stepFrom(calendar.shape, calendar.focus.place, step));
    else if (isWay(step)) carryOn(step, "both", calendar);
  },
  "move-date"({ way }: { readonly way: DateWay }, calendar: CalendarState) {
    return shiftAtOnce(way, "both", calendar);
  },
  "change-length"({ way }: { readonly way: DateWay }, calendar: CalendarState) {
    return shiftAtOnce(way, "end", calendar);
  },
  carry(_: AnyCommand, calendar: CalendarState) {
    return pickUpOrDrop(calendar);
  },
  escape(_: AnyCommand, calendar: CalendarState) {
    if (!calendar.carried) return false;
    putBack(calendar);
  },
  open(_: AnyCommand, calendar: CalendarState) {
    const { carried, focus, compose, services } = calendar;
    if (carried) return pickUpOrDrop(calendar);
    const span = focusedSpan(calendar);
    if (span) openRecord(span.record.id);
    else if (focus.place.on === "more") services.show({ is: "more", day: focus.place.day });
    else if (!services.may("create-records")) services.notify(refusalOf("create-records", services.may));
    else compose({ first: focus.place.day, last: focus.place.day });
  },
  insert(_: AnyCommand, { focus, compose }: CalendarState) {
    compose({ first: focus.place.day, last: focus.place.day });
  },
  menu(_: AnyCommand, calendar: CalendarState) {
    if (!focusedSpan(calendar)) return false;
    calendar.services.show({ is: "record-menu", at: "card" });
  },
  "move-to-day"(_: AnyCommand, calendar: CalendarState) {
    const span = focusedSpan(calendar);
    if (span && mayMove(calendar)) calendar.services.show({ is: "move-to-day", record: span.record });
  },
  "show-today"(_: AnyCommand, { today, focusOn }: CalendarState) {
    focusOn({ day: today, on: "day" });
  },
  "show-scale"({ scale }: Extract<CalendarCommand, { do: "show-scale" }>, { showScale }: CalendarState) {
    showScale(scale);
  },
  "without-date"(_: AnyCommand, { toggleWithoutDate }: CalendarState) {
    toggleWithoutDate();
  },
  duplicate(_: AnyCommand, calendar: CalendarState) {
    withPart(changes, ({ duplicateRecord }) => void duplicateRecord(calendar));
  },
  delete(_: AnyCommand, calendar: CalendarState) {
    withPart(changes, ({ deleteRecord }) => void deleteRecord(calendar));
  },
};

function isCalendarStep(step: Step): step is CalendarStep {
  return (calendarSteps as readonly Step[]).includes(step);
}

function isWay(step: CalendarStep): step is DateWay {
  return step === "up" || step === "down" || step === "left" || step === "right";
}
