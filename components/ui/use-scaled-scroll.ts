import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";
import { extentOf, type ScrollPosition, scrolledTo, scrollTopAt, settled } from "./scroll-scale";
import { scrollToReveal } from "./scroll-to-reveal";

/** The way in which a kind of content scrolls. */
export interface Scrolling<Content, Drawn extends object> {
  /** The height of the whole content in pixels. */
  readonly heightOf: (content: Content) => number;
  /** The part of the content to draw at an offset. */
  readonly drawnAt: (content: Content, offset: number, viewport: number) => Drawn;
  /** The offset at which what is on top of the earlier content stays in place in the present one. */
  readonly sameOnTop: (before: Content, offset: number, now: Content) => number;
  /** The visible height until it is measured. */
  readonly likelyHeight: number;
}

/** A scroll offset that outlives the element. */
export interface KeptOffset {
  readonly get: () => number;
  readonly set: (offset: number) => void;
}

export interface ScaledScroll<Drawn> {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** The part to draw, with the difference between scrollbar position and content position, to be added to each top. */
  readonly drawn: Drawn & { readonly shift: number };
  /** The height of the scrolled element. */
  readonly height: number;
  /** Scrolls just far enough to bring a part of the content into view. */
  readonly reveal: (part: { readonly from: number; readonly size: number }) => void;
  /** The content's pixel at the top of the view. */
  readonly offset: () => number;
}

/** The time in ms without scrolling after which the scrollbar is moved to its true position. */
const rest = 150;

/** Binds the scrolling of content, however high, to an element. `scrolling` must stay the same. */
export function useScaledScroll<Content, Drawn extends object>(
  content: Content,
  { heightOf, drawnAt, sameOnTop, likelyHeight }: Scrolling<Content, Drawn>,
  kept?: KeptOffset,
): ScaledScroll<Drawn> {
  const height = heightOf(content);
  const scrollerRef = useRef<HTMLDivElement>(null);
  const position = useRef<ScrollPosition>({ scrollTop: 0, offset: kept?.get() ?? 0 });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const before = useRef(content);

  const find = useCallback(() => {
    const { scrollTop, offset } = position.current;
    const viewport = scrollerRef.current?.clientHeight ?? likelyHeight;
    return { ...drawnAt(content, offset, viewport), shift: scrollTop - offset };
  }, [content, drawnAt, likelyHeight]);
  const [drawn, setDrawn] = useState(find);

  const draw = useCallback(() => {
    const next = find();
    setDrawn((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
  }, [find]);

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
    const { offset } = position.current;
    const offsetNow = sameOnTop(before.current, offset, content);
    before.current = content;
    const to = settled(
      { content: height, viewport: scroller.clientHeight },
      { scrollTop: 0, offset: offsetNow },
    );
    // Moving an element that is in place would stop a finger's scrolling.
    const isInPlace = to.offset === offset && Math.abs(to.scrollTop - scroller.scrollTop) < 1;
    if (isInPlace) draw();
    else moveTo(to);
    const observer = new ResizeObserver(draw);
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, [content, height, sameOnTop, draw, moveTo]);

  function onScroll(): void {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    const scrolled = { content: height, viewport: scroller.clientHeight };
    position.current = scrolledTo(scrolled, position.current, scroller.scrollTop);
    kept?.set(position.current.offset);
    draw();
    clearTimeout(resting.current);
    if (extentOf(scrolled) === height) return;
    resting.current = setTimeout(() => moveTo(settled(scrolled, position.current)), rest);
  }

  const reveal = useCallback<ScaledScroll<Drawn>["reveal"]>(
    (part) => {
      const length = scrollerRef.current?.clientHeight ?? 0;
      const offset = scrollToReveal(position.current.offset, part, { before: 0, length });
      if (offset === position.current.offset) return;
      moveTo({ scrollTop: scrollTopAt({ content: height, viewport: length }, offset), offset });
    },
    [height, moveTo],
  );
  const offset = useCallback(() => position.current.offset, []);
  return {
    scrollerRef,
    onScroll,
    drawn,
    height: extentOf({ content: height, viewport: 0 }),
    reveal,
    offset,
  };
}
