import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { GridColumn } from "./columns";
import type { Position } from "./cursor";
import { extentOf, scrolledTo, settled } from "./scroll-scale";
import {
  bodyHeightOf,
  type Drawn,
  drawnAt,
  firstDrawn,
  type Place,
  revealed,
  type Scene,
  scrolledOf,
} from "./viewport";

export interface Viewport {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly drawn: Drawn;
  /** The height of the rows' element. */
  readonly bodyHeight: number;
  /** Scrolls, no farther than it must, until a cell is in sight. */
  readonly reveal: (position: Position) => void;
}

/** Binds the pure scrolling of `viewport` and `scroll-scale` to an element. */
export function useViewport(rows: number, columns: readonly GridColumn[]): Viewport {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const place = useRef<Place>({ scrollTop: 0, offset: 0, left: 0 });
  const size = useRef({ width: 0, height: 0 });
  const [drawn, setDrawn] = useState(firstDrawn);
  const scrolling = useMemo(
    () => bind({ rows, columns }, { scrollerRef, place, size, setDrawn }),
    [rows, columns],
  );

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    scrolling.measure();
    scrolling.settle();
    const observer = new ResizeObserver(scrolling.measure);
    observer.observe(scroller);
    return () => {
      observer.disconnect();
      scrolling.stop();
    };
  }, [scrolling]);

  const { onScroll, reveal } = scrolling;
  return { scrollerRef, onScroll, drawn, bodyHeight: bodyHeightOf(rows), reveal };
}

interface Bound {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly place: RefObject<Place>;
  readonly size: RefObject<{ width: number; height: number }>;
  readonly setDrawn: (change: (before: Drawn) => Drawn) => void;
}

/** How long the scrollbar must stand still before it is put where it belongs. */
const rest = 150;

function bind(grid: Pick<Scene, "rows" | "columns">, { scrollerRef, place, size, setDrawn }: Bound) {
  let resting: ReturnType<typeof setTimeout>;

  /** Runs with the element and what is seen through it, once they are there. */
  function within(act: (scroller: HTMLElement, scene: Scene) => void): void {
    const scroller = scrollerRef.current;
    if (scroller) act(scroller, { ...grid, ...size.current });
  }
  /** Apart from scrolling: to ask for a size makes the browser lay the page out at once. */
  function measure(): void {
    const scroller = scrollerRef.current;
    if (scroller) size.current = { width: scroller.clientWidth, height: scroller.clientHeight };
    draw();
  }
  function draw(): void {
    within((_, scene) => {
      const next = drawnAt(scene, place.current);
      setDrawn((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    });
  }
  function moveTo(scroller: HTMLElement, { scrollTop, offset, left }: Place): void {
    scroller.scrollTop = scrollTop;
    scroller.scrollLeft = left;
    // What the browser made of it: it rounds the places of a scrollbar.
    place.current = { scrollTop: scroller.scrollTop, offset, left: scroller.scrollLeft };
    draw();
  }
  function settle(): void {
    within((scroller, scene) =>
      moveTo(scroller, { ...settled(scrolledOf(scene), place.current), left: scroller.scrollLeft }),
    );
  }
  function onScroll(): void {
    within((scroller, scene) => {
      const scrolled = scrolledOf(scene);
      const position = scrolledTo(scrolled, place.current, scroller.scrollTop);
      place.current = { ...position, left: scroller.scrollLeft };
      draw();
      clearTimeout(resting);
      if (extentOf(scrolled) < scrolled.content) resting = setTimeout(settle, rest);
    });
  }
  function reveal(cell: Position): void {
    within((scroller, scene) => moveTo(scroller, revealed(scene, place.current, cell)));
  }
  return { measure, settle, onScroll, reveal, stop: () => clearTimeout(resting) };
}
