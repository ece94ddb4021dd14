import type { RefObject } from "react";
import { edgeSpeed } from "./edge-speed";

/** The properties of an element that depend on the drag direction. */
const ways = {
  x: { scroll: "scrollLeft", spanOf: ({ left, right }: DOMRect) => ({ from: left, to: right }) },
  y: { scroll: "scrollTop", spanOf: ({ top, bottom }: DOMRect) => ({ from: top, to: bottom }) },
} as const;

/** The most ms of scrolling in one frame, so that nothing jumps after the browser was busy. */
const longestFrame = 100;

interface Scrolling {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly along: keyof typeof ways;
  /** The length in pixels of a fixed header before the scrolled content, where nothing can be dropped. */
  readonly header?: number;
  /** Called after every scroll, because another row or column is under the pointer then. */
  readonly onScroll: (at: number) => void;
}

/** Scrolls while the pointer is near an edge or beyond it, and reports the pointer position after each step. */
export function scrollAtEdges({ scrollerRef, along, header = 0, onScroll }: Scrolling) {
  const { scroll, spanOf } = ways[along];
  const scroller = scrollerRef.current;
  const stop = new AbortController();
  let at: number | undefined;
  let frame = requestAnimationFrame(step);
  let lastFrame = performance.now();
  /** The part of a pixel that is left to scroll. */
  let rest = 0;
  scroller?.addEventListener("scroll", () => at !== undefined && onScroll(at), { signal: stop.signal });

  function step(now: number): void {
    const passed = Math.min(now - lastFrame, longestFrame);
    lastFrame = now;
    if (scroller && at !== undefined) {
      const { from, to } = spanOf(scroller.getBoundingClientRect());
      const due = rest + passed * edgeSpeed(at, { from: from + header, to });
      const pixels = Math.trunc(due);
      rest = due - pixels;
      if (pixels !== 0) scroller[scroll] += pixels;
    }
    frame = requestAnimationFrame(step);
  }
  return {
    at(pointer: number): void {
      at = pointer;
    },
    stop(): void {
      cancelAnimationFrame(frame);
      stop.abort();
    },
  };
}
