import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import {
  nothing,
  type RowLayout,
  sameOnTop,
  spanToReveal,
  type VisibleLines,
} from "@/components/groups/row-layout";
import {
  extentOf,
  type ScrollPosition,
  scrolledTo,
  scrollTopAt,
  settled,
} from "@/components/ui/scroll-scale";
import { scrollToReveal } from "@/components/ui/scroll-to-reveal";
import { linesToDraw, scrolledOf } from "./card-window";

export interface CardWindow {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly drawn: VisibleLines;
  /** The difference between scrollbar position and content position, added to each card's top. */
  readonly shift: number;
  /** The height of the scrolled element. */
  readonly height: number;
  /** Scrolls just far enough to bring a card into view. */
  readonly reveal: (row: number) => void;
}

/** The time in ms without scrolling after which the scrollbar is moved to its true position. */
const rest = 150;

/** Binds the scrolling of cards to an element. Only visible cards are drawn, however many there are. */
export function useCardWindow(layout: RowLayout): CardWindow {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const position = useRef<ScrollPosition>({ scrollTop: 0, offset: 0 });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [drawn, setDrawn] = useState({ ...nothing, shift: 0 });
  const before = useRef(layout);

  const draw = useCallback(() => {
    const { scrollTop, offset } = position.current;
    const things = linesToDraw(layout, offset, scrollerRef.current?.clientHeight ?? 0);
    const next = { ...things, shift: scrollTop - offset };
    setDrawn((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [layout]);

  const moveTo = useCallback(
    (to: ScrollPosition) => {
      const scroller = scrollerRef.current;
      if (!scroller) return;
      scroller.scrollTop = to.scrollTop;
      // Reads the position back, because browsers round it.
      position.current = { scrollTop: scroller.scrollTop, offset: to.offset };
      draw();
    },
    [draw],
  );

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    // Keeps the topmost card in place.
    const offset = sameOnTop(before.current, position.current.offset, layout);
    position.current = { ...position.current, offset };
    before.current = layout;
    moveTo(settled(scrolledOf(layout, scroller.clientHeight), position.current));
    const observer = new ResizeObserver(draw);
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, [layout, draw, moveTo]);

  function onScroll(): void {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const scrolled = scrolledOf(layout, scroller.clientHeight);
    position.current = scrolledTo(scrolled, position.current, scroller.scrollTop);
    draw();
    clearTimeout(resting.current);
    if (extentOf(scrolled) === scrolled.content) return;
    resting.current = setTimeout(() => moveTo(settled(scrolled, position.current)), rest);
  }
  const reveal = useCallback(
    (row: number) => {
      const length = scrollerRef.current?.clientHeight ?? 0;
      const scrolled = scrolledOf(layout, length);
      const offset = scrollToReveal(position.current.offset, spanToReveal(layout, row), {
        before: 0,
        length,
      });
      moveTo({ scrollTop: scrollTopAt(scrolled, offset), offset });
    },
    [layout, moveTo],
  );
  const height = extentOf(scrolledOf(layout, 0));
  return { scrollerRef, onScroll, drawn, shift: drawn.shift, height, reveal };
}
