import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";
import {
  layRows,
  nearestEdge,
  nothing,
  type RowLayout,
  sameOnTop,
  type VisibleLines,
} from "@/components/groups/row-layout";
import type { Range } from "@/components/listing/range";
import { scrolledTo, settled } from "@/components/ui/scroll-scale";
import { createObservable, type Observable } from "@/lib/client/observable";
import type { Position } from "../cursor/steps";
import { createFollower } from "./follow";
import {
  bodyHeightOf,
  type Frame,
  firstFrame,
  followed,
  frameAt,
  type GridScroll,
  layerTop,
  linesAroundViewport,
  linesInViewport,
  type MovedRow,
  revealed,
  type Scene,
  scrolledOf,
} from "./viewport";

/** The content of the viewport, without its size. */
type Contents = Omit<Scene, "width" | "height">;

/** The source of rows. */
export interface RowSource {
  /** True if all of these rows are loaded. */
  has(rows: readonly Range[]): boolean;
  /** Loads these rows and others around them, and keeps the drawn ones. */
  want(wanted: WantedRows): void;
  /** True while some of these rows are loading. */
  isFetching(rows: readonly Range[]): boolean;
  /** Calls back when rows have arrived. */
  subscribe(listener: () => void): () => void;
}

export interface WantedRows {
  readonly rows: readonly Range[];
  readonly drawn: readonly Range[];
  readonly isResting: boolean;
}

/** The drawn rows and group headers. */
export interface DrawnRows extends VisibleLines {
  /** The origin of drawn positions in pixels: in very large tables, positions exceed what browsers support. */
  readonly base: number;
  /** True while scrolling is too fast to read. */
  readonly isPassing: boolean;
  /** True once scrolling has stopped. */
  readonly isResting: boolean;
}

export interface Viewport {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  /** The element that contains the rows and is moved while scrolling. */
  readonly layerRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly frame: Frame;
  readonly rows: Observable<DrawnRows>;
  readonly layout: RowLayout;
  /** The height of the rows' element. */
  readonly bodyHeight: number;
  /** Scrolls just far enough to bring a cell, row or column into view. */
  readonly reveal: (cell: Partial<Position>) => void;
  /** Scrolls along with a visible row that has moved, so that it keeps its position on screen. */
  readonly follow: (moved: MovedRow) => void;
  /** The row whose top is nearest to a y coordinate in the window. */
  readonly rowEdgeAt: (y: number) => number;
}

/** Binds the pure functions of `viewport`, `scroll-scale` and `follow` to elements. */
export function useViewport({ layout, columns }: Contents, source: RowSource): Viewport {
  const [scrolling] = useState(createScrolling);
  useLayoutEffect(() => scrolling.attach(), [scrolling]);
  useLayoutEffect(() => scrolling.change({ layout, columns }, source), [scrolling, layout, columns, source]);
  const frame = useSyncExternalStore(scrolling.frame.subscribe, scrolling.frame.get, () => firstFrame);
  return { ...scrolling, frame, layout, bodyHeight: bodyHeightOf({ layout }) };
}

/** The time in ms without scrolling after which the scrollbar is corrected and rows are drawn in full. */
const rest = 150;

/** `base` is a multiple of this, in pixels. */
const baseStep = 250_000;

const noRows: DrawnRows = { ...nothing, base: 0, isPassing: false, isResting: true };
const noLayout = layRows({ rows: 0, rowHeight: 1, groups: [], collapsed: new Set() });

function isAlike(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function createScrolling() {
  const scrollerRef: RefObject<HTMLDivElement | null> = { current: null };
  const layerRef: RefObject<HTMLDivElement | null> = { current: null };
  const frame = createObservable(firstFrame, isAlike);
  const drawn = createObservable(noRows, isAlike);
  let contents: Contents = { layout: noLayout, columns: [] };
  let size = { width: 0, height: 0 };
  let source: RowSource | undefined;
  let place: GridScroll = { scrollTop: 0, offset: 0, left: 0 };
  let shownOffset = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let isPassing = false;

  const follower = createFollower<GridScroll>({
    isLoaded: (to) => source?.has(rowsInViewport(to)) ?? false,
    ask: (to) => want(rowsInViewport(to)),
    isAsking: (to) => source?.isFetching(rowsInViewport(to)) ?? false,
    show,
    now: () => performance.now(),
    later: (act, milliseconds) => setTimeout(act, milliseconds),
  });

  function scene(): Scene {
    return { ...contents, ...size };
  }

  function rowsInViewport(at: GridScroll): readonly Range[] {
    return linesInViewport(scene(), at).rows;
  }

  function want(rows: readonly Range[]): void {
    source?.want({ rows, drawn: drawn.get().rows, isResting: resting === undefined });
  }

  function show(shown: GridScroll): void {
    const inSight = linesInViewport(scene(), shown);
    const things = isPassing ? inSight : linesAroundViewport(scene(), shown);
    const base = Math.floor(shown.offset / baseStep) * baseStep;
    drawn.set({ ...things, base, isPassing, isResting: resting === undefined });
    shownOffset = shown.offset;
    moveLayer();
    // Requests no rows around a place that is only scrolled past.
    if (shown === place && source?.has(inSight.rows)) want(inSight.rows);
  }

  /** Keeps drawn rows at their position on screen while the scrolled-to place differs. */
  function moveLayer(): void {
    if (!layerRef.current) return;
    const top = layerTop(scene(), { ...place, offset: shownOffset }, drawn.get().base);
    layerRef.current.style.transform = `translateY(${top}px)`;
  }

  /** Separate from scrolling, because reading a size forces a layout. */
  function measure(): void {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    size = { width: scroller.clientWidth, height: scroller.clientHeight };
    draw();
  }
  function draw(): void {
    frame.set(frameAt(scene(), place.left));
    follower.stopped(place);
  }
  function moveTo({ scrollTop, offset, left }: GridScroll): void {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    scroller.scrollTop = scrollTop;
    scroller.scrollLeft = left;
    // Reads the position back, because browsers round it.
    place = { scrollTop: scroller.scrollTop, offset, left: scroller.scrollLeft };
    draw();
  }
  function settle(): void {
    clearTimeout(resting);
    resting = undefined;
    isPassing = false;
    const to = settled(scrolledOf(scene()), place);
    const isUnchanged = to.scrollTop === place.scrollTop && to.offset === place.offset;
    if (isUnchanged) draw();
    else moveTo({ ...to, left: place.left });
  }

  return {
    scrollerRef,
    layerRef,
    frame,
    rows: drawn,
    /** Starts observing the elements. */
    attach(): () => void {
      const observer = new ResizeObserver(measure);
      if (scrollerRef.current) observer.observe(scrollerRef.current);
      return () => {
        observer.disconnect();
        clearTimeout(resting);
        resting = undefined;
      };
    },
    /** Updates the content. Keeps the topmost row in place if the row height changes or groups collapse. */
    change(to: Contents, from: RowSource): () => void {
      place = { ...place, offset: sameOnTop(contents.layout, place.offset, to.layout) };
      contents = to;
      source = from;
      measure();
      settle();
      return from.subscribe(follower.arrived);
    },
    onScroll(): void {
      const scroller = scrollerRef.current;
      if (!scroller || isAt(scroller, place)) return;
      const scrolled = scrolledOf(scene());
      const position = scrolledTo(scrolled, place, scroller.scrollTop);
      isPassing = Math.abs(position.offset - place.offset) > scrolled.viewport / 2;
      place = { ...position, left: scroller.scrollLeft };
      clearTimeout(resting);
      resting = setTimeout(settle, rest);
      frame.set(frameAt(scene(), place.left));
      moveLayer();
      follower.moved(place);
    },
    reveal(cell: Partial<Position>): void {
      moveTo(revealed(scene(), place, cell));
    },
    follow(moved: MovedRow): void {
      const to = followed(scene(), place, moved);
      if (to !== place) moveTo(to);
    },
    rowEdgeAt(y: number): number {
      const top = layerRef.current?.getBoundingClientRect().top ?? 0;
      return nearestEdge(contents.layout, drawn.get().base + y - top);
    },
  };
}

/** True if this position was set by script. */
function isAt({ scrollTop, scrollLeft }: HTMLElement, place: GridScroll): boolean {
  return scrollTop === place.scrollTop && scrollLeft === place.left;
}
