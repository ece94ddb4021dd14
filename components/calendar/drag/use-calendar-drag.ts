import { type PointerEvent, type RefObject, useState } from "react";
import { holdRows } from "@/components/listing/hold-rows";
import { dragOnceMoved } from "@/components/ui/drag-once-moved";
import { scrollAtEdges } from "@/components/ui/scroll-at-edges";
import { useStable } from "@/components/ui/use-stable";
import type { Record } from "@/lib/contract/records";
import type { CalendarState, Carried } from "../calendar-state";
import { carriedBy, drop, mayMove, pickedUp } from "../commands/move-record";
import { daysBetween } from "../days/day";
import { turned } from "../moves/steps";
import { type Period, type Shift, snap, valuesOfPeriod } from "../spans/shift";
import { type Pointed, pointedAt, snapped } from "./pointed";
import { turnAtEdges } from "./turn-at-edges";

interface Surroundings {
  readonly calendarRef: RefObject<HTMLElement | null>;
  /** Finds a record without a date. */
  readonly undated: (recordId: string) => Record | undefined;
  /** Called when a drag begins. */
  readonly onBegin: () => void;
}

/** The shortest time in minutes that is chosen for a new record. */
const shortestChoice = 30;

/** Drags records to other days and hours, their ends, and over days or hours to add a record there. */
export function useCalendarDrag(state: () => CalendarState, { calendarRef, undated, onBegin }: Surroundings) {
  const [chosen, choose] = useState<Period | null>(null);

  const onPointerDown = useStable((event: PointerEvent) => {
    const { target, clientX, clientY } = event;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0;
    if (!isPlain || !(target instanceof Element) || isControl(target)) return;
    const grabbed = pointedAt(clientX, clientY);
    const recordId = target.closest<HTMLElement>("[data-record-id]")?.dataset.recordId;
    if (recordId !== undefined) {
      const part = target.closest<HTMLElement>("[data-edge]")?.dataset.edge;
      const shifted = part === "start" || part === "end" ? part : "both";
      dragOnceMoved(event, () => startDrag(recordId, shifted, grabbed));
    } else if (
      grabbed &&
      event.currentTarget.contains(target) &&
      event.pointerType !== "touch" &&
      state().services.may("create-records")
    ) {
      dragOnceMoved(event, () => startChoice(grabbed));
    }
  });

  function startDrag(recordId: string, part: Shift["part"], grabbed: Pointed | null) {
    const calendar = state();
    const span = calendar.spanOf(recordId);
    const record = span?.record ?? undated(recordId);
    if (!record || !mayMove(calendar)) return undefined;
    onBegin();
    // Holds the rows in place, so that no reload moves records under the pointer.
    const release = holdRows(calendar.table.id);
    const still: Carried = span
      ? pickedUp(span, "pointer")
      : { record, span: null, shift: { part, days: 0, minutes: 0 }, values: {}, by: "pointer" };
    calendar.carry(still);
    const scrolling = scrollHours(calendarRef, aim);
    const turning = turnAtEdges({
      daysElement: () => calendarRef.current?.querySelector("[role=grid]") ?? null,
      turn(pages) {
        const { day, shape, showDay } = state();
        showDay(turned(shape, day, pages));
        // Another day is under the pointer then.
        requestAnimationFrame(aim);
      },
    });
    let pointer = { x: 0, y: 0 };

    function aim(): void {
      const now = state();
      const pointed = pointedAt(pointer.x, pointer.y);
      if (!now.carried || !pointed) return;
      const next = span ? carriedBy(still, shiftTo(pointed), now) : placedAt(still, pointed, now);
      if (JSON.stringify(next.values) !== JSON.stringify(now.carried.values)) now.carry(next);
    }
    function shiftTo(pointed: Pointed): Shift {
      const days =
        grabbed && span
          ? daysBetween(grabbed.day, pointed.day)
          : daysBetween(span?.first ?? pointed.day, pointed.day);
      const hasMinutes = grabbed?.minutes != null && pointed.minutes !== null;
      return {
        part,
        days,
        minutes: hasMinutes ? snapped(pointed.minutes - (grabbed?.minutes ?? 0), snap) : 0,
      };
    }
    return {
      move(at: { x: number; y: number }): void {
        pointer = at;
        scrolling.at(at.y);
        turning.at(at.x);
        aim();
      },
      end(isDone: boolean): void {
        scrolling.stop();
        turning.stop();
        const { carried } = state();
        if (carried && isDone) drop(carried, state());
        else state().carry(null);
        release();
      },
    };
  }

  function startChoice(grabbed: Pointed) {
    const scrolling = scrollHours(calendarRef, aim);
    let pointer = { x: 0, y: 0 };
    let period: Period | null = null;

    function aim(): void {
      const pointed = pointedAt(pointer.x, pointer.y);
      if (!pointed) return;
      period = periodBetween(grabbed, pointed);
      choose(period);
    }
    return {
      move(at: { x: number; y: number }): void {
        pointer = at;
        scrolling.at(at.y);
        aim();
      },
      end(isDone: boolean): void {
        scrolling.stop();
        choose(null);
        if (isDone && period) state().compose(period);
      },
    };
  }

  return { chosen, onPointerDown };
}

/** True for buttons and inputs, except the days. */
function isControl(target: Element): boolean {
  return target.closest("button:not([data-place=day]), input") !== null;
}

/** A record without a date over a day. */
function placedAt(
  carried: Carried,
  { day, minutes }: Pointed,
  { dates, writableIds }: CalendarState,
): Carried {
  const from = minutes === null ? {} : { from: snapped(minutes, snap, Math.floor) };
  const values = valuesOfPeriod({ first: day, last: day, ...from }, dates, false);
  return writableIds.has(dates.start.id) ? { ...carried, values } : carried;
}

/** The days between two points, or the hours if they are on one day. */
export function periodBetween(one: Pointed, other: Pointed): Period {
  const [first, last] = one.day <= other.day ? [one, other] : [other, one];
  if (one.minutes === null || other.minutes === null) return { first: first.day, last: last.day };
  // Hours are chosen within the day on which the choice began.
  const [from, to] =
    one.minutes <= other.minutes ? [one.minutes, other.minutes] : [other.minutes, one.minutes];
  const start = Math.min(snapped(from, snap, Math.floor), 24 * 60 - shortestChoice);
  const end = Math.max(snapped(to, snap, Math.ceil), start + shortestChoice);
  return { first: one.day, last: one.day, from: start, to: end };
}

function scrollHours(calendarRef: RefObject<HTMLElement | null>, onScroll: () => void) {
  const scroller = calendarRef.current?.querySelector<HTMLElement>("[data-hours-scroller]") ?? null;
  return scrollAtEdges({ scrollerRef: { current: scroller }, along: "y", onScroll });
}
