import { type RefObject, useCallback, useMemo } from "react";
import type { Range } from "@/components/listing/range";
import { type Rows, recordAt, rowOfRecord } from "@/components/record-card/rows/segments";
import { type KeptOffset, type Scrolling, useScaledScroll } from "@/components/ui/use-scaled-scroll";
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

/** The height in pixels in which cards are drawn above and below the visible ones. */
const around = 300;
/** The number of rows that are loaded before they are drawn. */
const ahead = 12;

const scrolling: Scrolling<Shown, Range & { readonly inView: number }> = {
  heightOf: ({ layout }) => layout.height,
  drawnAt({ layout }, offset, viewport) {
    const span = { first: offset, end: offset + viewport };
    const inView = offset === 0 ? rowsBetween(layout, span, 0).end : 0;
    return { ...rowsBetween(layout, span, around), inView };
  },
  /** Cards above may be loaded, added or removed. */
  sameOnTop(before, offset, now) {
    if (offset === 0 || before.layout === now.layout) return offset;
    const row = rowAt(before.layout, offset);
    const record = recordAt(before.rows, row);
    const rowNow = (record && rowOfRecord(now.rows, record.id)) ?? row;
    return Math.max(0, topOf(now.layout, rowNow) + offset - topOf(before.layout, row));
  },
  likelyHeight: 800,
};

/** Binds the scrolling of a stack to an element. Only visible cards are drawn, however many there are. */
export function useStackWindow(rows: Rows, layout: StackLayout, kept: KeptOffset): StackWindow {
  const shown = useMemo(() => ({ rows, layout }), [rows, layout]);
  const { scrollerRef, onScroll, drawn, height, reveal, offset } = useScaledScroll(shown, scrolling, kept);
  return {
    scrollerRef,
    onScroll,
    drawn,
    wanted:
      drawn.inView > 0
        ? { first: 0, end: drawn.inView }
        : { first: drawn.first - ahead, end: drawn.end + ahead },
    shift: drawn.shift,
    height,
    reveal: useCallback(
      (row) => reveal({ from: topOf(layout, row), size: heightOf(layout, row) }),
      [layout, reveal],
    ),
    dropRowAt: useCallback(
      (clientY) => {
        const top = scrollerRef.current?.getBoundingClientRect().top ?? 0;
        return dropRowAt(layout, clientY - top + offset());
      },
      [layout, scrollerRef, offset],
    ),
  };
}
