import type { Day } from "../days/day";

/** The part of a calendar under the pointer. */
export interface Pointed {
  readonly day: Day;
  /** The minute of the day, where its hours are shown. */
  readonly minutes: number | null;
  readonly element: Element;
}

/** The day at a point of the window. Bars may be above it, but not the list of records without a date. */
export function pointedAt(x: number, y: number): Pointed | null {
  const elements = document.elementsFromPoint(x, y);
  if (elements[0]?.closest("[data-without-date]")) return null;
  const element = elements.find(
    (each): each is HTMLElement => each instanceof HTMLElement && each.dataset.dayCell !== undefined,
  );
  const day = element?.dataset.dayCell;
  if (!element || day === undefined) return null;
  const { top, height } = element.getBoundingClientRect();
  const share = Math.min(1, Math.max(0, (y - top) / height));
  return { day, element, minutes: element.dataset.hours === undefined ? null : share * 24 * 60 };
}

/** The nearest step of times. */
export function snapped(
  minutes: number,
  step: number,
  round: (value: number) => number = Math.round,
): number {
  return round(minutes / step) * step;
}
