import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";
import {
  layRows,
  nearestEdge,
  nothing,
  type RowLayout,
  type Sight,
  sameOnTop,
} from "@/components/groups/row-layout";
import type { Range } from "@/components/listing/range";
import { createObservable, type Observable } from "@/components/tasks/observable";
import { scrolledTo, settled } from "@/components/ui/scroll-scale";
import type { Position } from "../cursor/steps";
import { createFollower } from "./follow";
import {
  bodyHeightOf,
  type Frame,
  firstFrame,
  followed,
  frameAt,
  layerTop,
  type MovedRow,
  type Place,
  revealed,
  type Scene,
  scrolledOf,
  thingsAroundSight,
  thingsInSight,
} from "./viewport";

/** What a grid shows, without the size of what it is seen through. */
type Contents = Omit<Scene, "width" | "height">;

/** Where the rows come from. */
export interface RowSource {
  /** Whether all of these rows can be drawn with what is in them. */
  has(rows: readonly Range[]): boolean;
  /** Has these rows fetched, and others around them; those that are drawn stay at hand. */
  want(wanted: WantedRows): void;
  /** Whether some of these are under way. */
  isFetching(rows: readonly Range[]): boolean;
  /** Calls back when rows have come. */
  subscribe(listener: () => void): () => void;
}

export interface WantedRows {
  readonly rows: readonly Range[];
  readonly drawn: readonly Range[];
  readonly isResting: boolean;
}

/** The rows that are drawn, and the headers of groups. */
export interface DrawnRows extends Sight {
  /** Places are measured from this pixel on, as those of the last of very many rows are beyond what an element may have. */
  readonly base: number;
  /** Whether they are scrolled past too fast to be looked at. */
  readonly isPassing: boolean;
  /** Whether the scrolling has come to rest. */
  readonly isResting: boolean;
}

export interface Viewport {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  /** The element that the rows are in, which is moved as they are scrolled. */
  readonly layerRef: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  readonly frame: Frame;
  readonly rows: Observable<DrawnRows>;
  readonly layout: RowLayout;
  /** The height of the rows' element. */
  readonly bodyHeight: number;
  /** Scrolls, no farther than it must, until a cell, a row or a column is in sight. */
  readonly reveal: (cell: Partial<Position>) => void;
  /** Scrolls with a row that is in sight and has moved, so that it is seen where it was. */
  readonly follow: (moved: MovedRow) => void;
  /** The row that begins nearest to a height in the window. */
  readonly rowEdgeAt: (y: number) => number;
}

/** Binds the pure scrolling of `viewport`, `scroll-scale` and `follow` to elements. */
export function useViewport({ layout, columns }: Contents, source: RowSource): Viewport {
  const [scrolling] = useState(createScrolling);
  useLayoutEffect(() => scrolling.attach(), [scrolling]);
  useLayoutEffect(() => scrolling.change({ layout, columns }, source), [scrolling, layout, columns, source]);
  const frame = useSyncExternalStore(scrolling.frame.subscribe, scrolling.frame.get, () => firstFrame);
  return { ...scrolling, frame, layout, bodyHeight: bodyHeightOf({ layout }) };
}

/** How long nothing must be scrolled until the scrollbar is put where it belongs, and the rows are drawn in full. */
const rest = 150;

/** Pixels that `base` is a multiple of. */
const baseStep = 250_000;

const noRows: DrawnRows = { ...nothing, base: 0, isPassing: false, isResting: true };
const noLayout = layRows({ rows: 0, rowHeight: 1, groups: [], folded: new Set() });

function createScrolling() {
  const scrollerRef: RefObject<HTMLDivElement | null> = { current: null };
  const layerRef: RefObject<HTMLDivElement | null> = { current: null };
  const frame = createObservable(firstFrame);
  const drawn = createObservable(noRows);
  let contents: Contents = { layout: noLayout, columns: [] };
  let size = { width: 0, height: 0 };
  let source: RowSource | undefined;
  let place: Place = { scrollTop: 0, offset: 0, left: 0 };
  let shownOffset = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let isPassing = false;

  const follower = createFollower<Place>({
    isAtHand: (to) => source?.has(rowsInSight(to)) ?? false,
    ask: (to) => want(rowsInSight(to)),
    isAsking: (to) => source?.isFetching(rowsInSight(to)) ?? false,
    show,
    now: () => performance.now(),
    later: (act, milliseconds) => setTimeout(act, milliseconds),
  });

  function scene(): Scene {
    return { ...contents, ...size };
  }

  function rowsInSight(at: Place): readonly Range[] {
    return thingsInSight(scene(), at).rows;
  }

  function want(rows: readonly Range[]): void {
    source?.want({ rows, drawn: drawn.get().rows, isResting: resting === undefined });
  }

  function show(shown: Place): void {
    const inSight = thingsInSight(scene(), shown);
    const things = isPassing ? inSight : thingsAroundSight(scene(), shown);
    const base = Math.floor(shown.offset / baseStep) * baseStep;
    drawn.set({ ...things, base, isPassing, isResting: resting === undefined });
    shownOffset = shown.offset;
    moveLayer();
    // Around what is only passed, nothing more is fetched.
    if (shown === place && source?.has(inSight.rows)) want(inSight.rows);
  }

  /** What is shown stays where it is seen, though it be another than what is scrolled to. */
  function moveLayer(): void {
    if (!layerRef.current) return;
    const top = layerTop(scene(), { ...place, offset: shownOffset }, drawn.get().base);
    layerRef.current.style.transform = `translateY(${top}px)`;
  }

  /** Apart from scrolling: to ask for a size makes the browser lay the page out at once. */
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
  function moveTo({ scrollTop, offset, left }: Place): void {
    const scroller = scrollerRef.current;
    if (!scroller) return;
    scroller.scrollTop = scrollTop;
    scroller.scrollLeft = left;
    // What the browser made of it: it rounds the places of a scrollbar.
    place = { scrollTop: scroller.scrollTop, offset, left: scroller.scrollLeft };
    draw();
  }
  function settle(): void {
    clearTimeout(resting);
    resting = undefined;
    isPassing = false;
    const to = settled(scrolledOf(scene()), place);
    const isThere = to.scrollTop === place.scrollTop && to.offset === place.offset;
    if (isThere) draw();
    else moveTo({ ...to, left: place.left });
  }

  return {
    scrollerRef,
    layerRef,
    frame,
    rows: drawn,
    /** Begins to look at the elements. */
    attach(): () => void {
      const observer = new ResizeObserver(measure);
      if (scrollerRef.current) observer.observe(scrollerRef.current);
      return () => {
        observer.disconnect();
        clearTimeout(resting);
        resting = undefined;
      };
    },
    /** What is to be seen is another. Where rows become higher or lower, or groups are folded, what is on top stays there. */
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

/** Whether it was us who scrolled it there. */
function isAt({ scrollTop, scrollLeft }: HTMLElement, place: Place): boolean {
  return scrollTop === place.scrollTop && scrollLeft === place.left;
}
