import { type RefObject, useLayoutEffect, useRef } from "react";
import type { CalendarFocus } from "./calendar-state";

/** The element that is the calendar's tab stop. */
export function focusTarget(calendar: Element | null): HTMLElement | null {
  return calendar?.querySelector<HTMLElement>('[data-place][tabindex="0"]') ?? null;
}

/** Moves the browser's focus to the focused place, and keeps it there while records move. */
export function useCalendarFocus({ turn }: CalendarFocus, calendarRef: RefObject<HTMLElement | null>): void {
  const shownTurn = useRef(0);
  useLayoutEffect(() => {
    if (turn === shownTurn.current) return;
    shownTurn.current = turn;
    focusCalendar(calendarRef.current);
  });
  // Records that move to another day take the focus with them, which the browser would drop with their elements.
  const hadFocus = typeof document !== "undefined" && calendarRef.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) focusCalendar(calendarRef.current);
  });
}

/**
 * Moves the focus to the calendar's tab stop, unless a person works elsewhere on the page. Menus and dialogs of the
 * calendar are about to close.
 */
function focusCalendar(calendar: Element | null): void {
  const active = document.activeElement;
  const isElsewhere =
    active !== null &&
    active !== document.body &&
    !active.closest("[data-calendar], [role=dialog], [role=menu]");
  const target = isElsewhere ? null : focusTarget(calendar);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
