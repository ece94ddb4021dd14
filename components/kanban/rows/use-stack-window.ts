import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Range } from "@/components/listing/range";
import {
  extentOf,
  type ScrollPosition,
  scrolledTo,
  scrollTopAt,
  settled,
} from "@/components/ui/scroll-scale";
import { scrollToReveal } from "@/components/ui/scroll-to-reveal";
import { type Rows, recordAt, rowOfRecord } from "./segments";
import { dropRowAt, heightOf, rowAt, rowsBetween, type StackLayout, topOf } from "./stack-layout";

export interface StackWindow {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** The rows to draw. */
  readonly drawn: Range;
  /** The rows to load: before a person scrolls, only those in view, as most stacks are never scrolled. */
  readonly wanted: Range;
  /** The difference between scrollbar position and content position, added to each card's top. */
  readonly shift: number;
  /** The height of the scrolled element. */
  readonly height: number;
  /** Scrolls just far enough to bring a card into view. */
  readonly reveal: (row: number) => void;
  /** The row that a card dropped at a vertical position in the window is placed before. */
  readonly dropRowAt: (clientY: number) => number;
}

interface Shown {
  readonly rows: Rows;
  readonly layout: StackLayout;
}

/** The scroll offset of a stack, kept while it is not drawn. */
export interface KeptOffset {
  readonly get: () => number;
  readonly set: (offset: number) => void;
}

/** The height in pixels in which cards are drawn above and below the visible ones. */
const around = 300;
/** The number of rows that are loaded before they are drawn. */
const ahead = 12;
/** The visible height until it is measured. */
const likelyHeight = 800;
/** The time in ms without scrolling after which the scrollbar is moved to its true position. */
const rest = 150;

/** Binds the scrolling of a stack to an element. Only visible cards are drawn, however many there are. */
export function useStackWindow(rows: Rows, layout: StackLayout, kept: KeptOffset): StackWindow {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const position = useRef<ScrollPosition>({ scrollTop: 0, offset: kept.get() });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const before = useRef<Shown>({ rows, layout });
  const [drawn, setDrawn] = useState(() => drawnIn(layout, position.current, likelyHeight));

  const draw = useCallback(() => {
    const viewport = scrollerRef.current?.clientHeight ?? likelyHeight;
    const next = drawnIn(layout, position.current, viewport);
    setDrawn((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
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
    const offset = offsetOfSameCard(before.current, { rows, layout }, position.current.offset);
    before.current = { rows, layout };
    const scrolled = { content: layout.height, viewport: scroller.clientHeight };
    // A stack that is drawn again is where it was.
    const isInPlace = offset === position.current.offset && offset > 0 === scroller.scrollTop > 0;
    if (isInPlace) draw();
    else moveTo(settled(scrolled, { ...position.current, offset }));
    const observer = new ResizeObserver(draw);
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, [rows, layout, draw, moveTo]);

  function onScroll(): void {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const scrolled = { content: layout.height, viewport: scroller.clientHeight };
    position.current = scrolledTo(scrolled, position.current, scroller.scrollTop);
    kept.set(position.current.offset);
    draw();
    clearTimeout(resting.current);
    if (extentOf(scrolled) === scrolled.content) return;
    resting.current = setTimeout(() => moveTo(settled(scrolled, position.current)), rest);
  }
  const reveal = useCallback(
    (row: number) => {
      const viewport = scrollerRef.current?.clientHeight ?? 0;
      const scrolled = { content: layout.height, viewport };
      const span = { from: topOf(layout, row), size: heightOf(layout, row) };
      const offset = scrollToReveal(position.current.offset, span, { before: 0, length: viewport });
      if (offset !== position.current.offset) moveTo({ scrollTop: scrollTopAt(scrolled, offset), offset });
    },
    [layout, moveTo],
  );
  const dropRow = useCallback(
    (clientY: number) => {
      const top = scrollerRef.current?.getBoundingClientRect().top ?? 0;
      return dropRowAt(layout, clientY - top + position.current.offset);
    },
    [layout],
  );
  return {
    scrollerRef,
    onScroll,
    drawn,
    wanted:
      drawn.inView > 0
        ? { first: 0, end: drawn.inView }
        : { first: drawn.first - ahead, end: drawn.end + ahead },
    shift: drawn.shift,
    height: extentOf({ content: layout.height, viewport: 0 }),
    reveal,
    dropRowAt: dropRow,
  };
}

/** The rows to draw, and the end of those in view before a person scrolls. */
function drawnIn(layout: StackLayout, { scrollTop, offset }: ScrollPosition, viewport: number) {
  const span = { first: offset, end: offset + viewport };
  const inView = offset === 0 ? rowsBetween(layout, span, 0).end : 0;
  return { ...rowsBetween(layout, span, around), shift: scrollTop - offset, inView };
}

/** The scroll offset at which the topmost card stays in place when cards above it are loaded, added or removed. */
function offsetOfSameCard(before: Shown, now: Shown, offset: number): number {
  if (offset === 0 || before.layout === now.layout) return offset;
  const row = rowAt(before.layout, offset);
  const record = recordAt(before.rows, row);
  const rowNow = (record && rowOfRecord(now.rows, record.id)) ?? row;
  return Math.max(0, topOf(now.layout, rowNow) + offset - topOf(before.layout, row));
}
