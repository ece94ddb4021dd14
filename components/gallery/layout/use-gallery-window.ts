import { type RefObject, useCallback } from "react";
import type { Range } from "@/components/listing/range";
import { type Scrolling, useScaledScroll } from "@/components/ui/use-scaled-scroll";
import {
  cardGap,
  type GalleryLayout,
  lineOf,
  linesAt,
  sameOnTop,
  slotAt,
  stepOf,
  topOf,
} from "./gallery-layout";

export interface GalleryWindow {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** The lines to draw. */
  readonly drawn: Range;
  /** The difference between scrollbar position and content position, added to each line's top. */
  readonly shift: number;
  /** The height of the scrolled element. */
  readonly height: number;
  /** Scrolls just far enough to bring a card into view. */
  readonly reveal: (row: number) => void;
  /** The row of the card nearest to a point in the window. */
  readonly rowAt: (clientX: number, clientY: number) => number;
  /** The number of whole lines in view. */
  readonly pageLines: () => number;
}

const scrolling: Scrolling<GalleryLayout, Range> = {
  heightOf: ({ height }) => height,
  drawnAt: linesAt,
  sameOnTop,
  // The server draws none, as it does not know how many fit.
  likelyHeight: 0,
};

/** Binds the scrolling of a gallery to an element. Only visible cards are drawn, however many there are. */
export function useGalleryWindow(layout: GalleryLayout): GalleryWindow {
  const { scrollerRef, onScroll, drawn, height, reveal, offset } = useScaledScroll(layout, scrolling);
  return {
    ...{ scrollerRef, onScroll, drawn, height },
    shift: drawn.shift,
    reveal: useCallback(
      (row) =>
        reveal({
          from: topOf(layout, lineOf(layout, row)) - cardGap,
          size: stepOf(layout) + cardGap,
        }),
      [layout, reveal],
    ),
    rowAt(clientX, clientY) {
      const scroller = scrollerRef.current;
      if (!scroller) return 0;
      const { left, right, top } = scroller.getBoundingClientRect();
      const isRtl = getComputedStyle(scroller).direction === "rtl";
      return slotAt(layout, { x: isRtl ? right - clientX : clientX - left, y: clientY - top + offset() });
    },
    pageLines: () => Math.max(1, Math.floor((scrollerRef.current?.clientHeight ?? 0) / stepOf(layout))),
  };
}
