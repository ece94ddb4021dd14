import { type RefObject, useCallback } from "react";
import { type RowLayout, sameOnTop, spanToReveal, type VisibleLines } from "@/components/groups/row-layout";
import { type Scrolling, useScaledScroll } from "@/components/ui/use-scaled-scroll";
import { linesToDraw } from "./card-window";

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

const scrolling: Scrolling<RowLayout, VisibleLines> = {
  heightOf: ({ height }) => height,
  drawnAt: linesToDraw,
  sameOnTop,
  // The server draws none, as it does not know how many fit.
  likelyHeight: 0,
};

/** Binds the scrolling of cards to an element. Only visible cards are drawn, however many there are. */
export function useCardWindow(layout: RowLayout): CardWindow {
  const { scrollerRef, onScroll, drawn, height, reveal } = useScaledScroll(layout, scrolling);
  return {
    ...{ scrollerRef, onScroll, drawn, height },
    shift: drawn.shift,
    reveal: useCallback((row) => reveal(spanToReveal(layout, row)), [layout, reveal]),
  };
}
