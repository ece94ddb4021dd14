import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";

/** The width of a stack and of a collapsed one, and the gap between them, in pixels. */
export const stackWidth = 284;
export const collapsedWidth = 44;
export const stackGap = 12;
/** The space before the first stack and after the last one. */
export const boardPadding = 12;

/** The part of the neighbours that is visible beside a stack on a phone. */
const peek = 16;
/** The width in pixels in which stacks are drawn beside the visible ones. */
const around = 300;
const likely = { left: 0, width: 1_600 };

export interface PlacedStack {
  readonly left: number;
  readonly width: number;
}

export interface AcrossWindow {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  /** False until the width of the window is known. */
  readonly isMeasured: boolean;
  readonly onScroll: () => void;
  readonly places: readonly PlacedStack[];
  /** The width of a stack that is not collapsed. */
  readonly stackWidth: number;
  /** The width of the scrolled element. */
  readonly width: number;
  readonly isDrawn: (index: number) => boolean;
  /** The index of the stack in the middle. */
  readonly current: number;
  /** Scrolls a stack to the middle. */
  readonly goTo: (index: number) => void;
  /** Scrolls just far enough to bring a stack into view. */
  readonly reveal: (index: number) => void;
}

/** Binds the horizontal scrolling of a board to an element. Only visible stacks are drawn. */
export function useAcrossWindow(collapsed: readonly boolean[], isNarrow: boolean): AcrossWindow {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [measured, setView] = useState<typeof likely | null>(null);
  const view = measured ?? likely;
  // Measured at once on phones, where a stack is as wide as the window.
  const open = isNarrow ? Math.max(200, view.width - 2 * boardPadding - peek) : stackWidth;
  const widths = collapsed.map((isCollapsed) => (isCollapsed && !isNarrow ? collapsedWidth : open)).join();
  const places = useMemo(() => placed(widths), [widths]);
  const last = places.at(-1);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const measure = () => setView({ left: Math.abs(scroller.scrollLeft), width: scroller.clientWidth });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, []);

  function onScroll(): void {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const at = Math.abs(scroller.scrollLeft);
    // Draws anew only after some way, because all stacks would be compared.
    if (Math.abs(at - view.left) > around / 3) setView({ left: at, width: scroller.clientWidth });
  }
  return {
    scrollerRef,
    isMeasured: measured !== null,
    onScroll,
    places,
    stackWidth: open,
    width: (last ? last.left + last.width : 0) + boardPadding,
    current: Math.max(
      0,
      places.findIndex((place) => place.left + place.width > view.left + view.width / 2),
    ),
    goTo(index) {
      const [scroller, place] = [scrollerRef.current, places[index]];
      if (!scroller || !place) return;
      const sign = getComputedStyle(scroller).direction === "rtl" ? -1 : 1;
      const middle = place.left + place.width / 2 - scroller.clientWidth / 2;
      scroller.scrollLeft = sign * Math.max(0, middle);
    },
    isDrawn(index) {
      const place = places[index];
      if (!place) return false;
      return place.left + place.width > view.left - around && place.left < view.left + view.width + around;
    },
    reveal(index) {
      const [scroller, place] = [scrollerRef.current, places[index]];
      if (!scroller || !place) return;
      const { clientWidth } = scroller;
      const sign = getComputedStyle(scroller).direction === "rtl" ? -1 : 1;
      const at = Math.abs(scroller.scrollLeft);
      const first = place.left - boardPadding;
      const last = place.left + place.width + boardPadding - clientWidth;
      if (at > first) scroller.scrollLeft = sign * first;
      else if (at < last) scroller.scrollLeft = sign * Math.min(first, last);
      setView({ left: Math.abs(scroller.scrollLeft), width: clientWidth });
    },
  };
}

/** Places stacks side by side, from their widths. */
function placed(widths: string): readonly PlacedStack[] {
  let left = boardPadding;
  return (widths === "" ? [] : widths.split(",").map(Number)).map((width) => {
    const place = { left, width };
    left += width + stackGap;
    return place;
  });
}
