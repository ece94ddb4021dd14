import type { GridColumn } from "@/components/cells/columns";
import { mayStay } from "@/components/fields/frozen-fields";
import {
  linesBetween,
  type RowLayout,
  spanToReveal,
  topOf,
  type VisibleLines,
} from "@/components/groups/row-layout";
import type { Range } from "@/components/listing/range";
import {
  extentOf,
  type Scrolled,
  type ScrollPosition,
  scrollTopAt,
  settled,
} from "@/components/ui/scroll-scale";
import { scrollToReveal } from "@/components/ui/scroll-to-reveal";
import type { Position } from "../cursor/steps";
import { columnsToDraw, headerHeight, numberWidthOf, rowsOnScreen, tailHeight } from "./geometry";

/** The content of the grid and the size of its viewport. */
export interface Scene {
  readonly layout: RowLayout;
  readonly columns: readonly GridColumn[];
  readonly width: number;
  readonly height: number;
}

/** A scroll position of the grid. */
export interface GridScroll extends ScrollPosition {
  readonly left: number;
}

/** The parts of the drawing besides rows, which change with the size and horizontal scrolling only. */
export interface Frame {
  /** The height of the window with the rows. */
  readonly height: number;
  /** True if the pinned columns stay in view. */
  readonly isFrozen: boolean;
  /** The right edge of the frozen columns, and whether others have scrolled under it. */
  readonly frozen: number;
  readonly isScrolled: boolean;
  /** The range of scrolling columns, as split by `splitColumns`. */
  readonly columns: Range;
  readonly pageRows: number;
  readonly pageColumns: number;
}

/** The frame before measuring and on the server: the first columns of the header. */
export const firstFrame: Frame = {
  height: 0,
  isFrozen: true,
  frozen: 0,
  isScrolled: false,
  columns: { first: 0, end: 20 },
  pageRows: 1,
  pageColumns: 1,
};

/** The vertically scrolling content. */
export function scrolledOf({ layout, height }: Pick<Scene, "layout" | "height">): Scrolled {
  return { content: layout.height + tailHeight, viewport: Math.max(0, height - headerHeight) };
}

/** The height of the rows' element; the line below has its own. */
export function bodyHeightOf({ layout }: Pick<Scene, "layout">): number {
  return extentOf(scrolledOf({ layout, height: 0 })) - tailHeight;
}

export function frameAt(scene: Scene, left: number): Frame {
  const { viewport } = scrolledOf(scene);
  const { isFrozen, frozen } = frozenOf(scene);
  const { scrolling } = splitColumns(scene.columns, isFrozen);
  const room = Math.max(0, scene.width - frozen);
  return {
    height: windowHeightOf(scene),
    isFrozen,
    frozen,
    isScrolled: left > 0,
    columns: columnsToDraw(scrolling, left + frozen, room),
    pageRows: rowsOnScreen(viewport, scene.layout.rowHeight),
    pageColumns: columnsOnScreen(scrolling, room),
  };
}

/** Splits frozen from scrolling columns; all scroll if there is no room to freeze any. */
export function splitColumns(
  columns: readonly GridColumn[],
  isFrozen: boolean,
): { frozen: readonly GridColumn[]; scrolling: readonly GridColumn[] } {
  if (!isFrozen) return { frozen: [], scrolling: columns };
  return {
    frozen: columns.filter(({ isPinned }) => isPinned),
    scrolling: columns.filter(({ isPinned }) => !isPinned),
  };
}

/** The number of rows drawn beyond each edge of the screen, so that short distances need no drawing. */
const spareRows = 2;
/** Rows are added and removed in blocks of this size: fewer, larger updates scroll more smoothly. */
const rowBlock = 4;

/** The rows and headers in the viewport. */
export function linesInViewport(scene: Scene, { offset }: GridScroll): VisibleLines {
  return linesBetween(scene.layout, offset, offset + scrolledOf(scene).viewport);
}

/** The rows and headers in the viewport and some around it. */
export function linesAroundViewport(scene: Scene, { offset }: GridScroll): VisibleLines {
  const { rowHeight } = scene.layout;
  const [spare, block] = [spareRows * rowHeight, rowBlock * rowHeight];
  const from = Math.floor((offset - spare) / block) * block;
  const to = Math.ceil((offset + scrolledOf(scene).viewport + spare) / block) * block;
  return linesBetween(scene.layout, from, to);
}

/**
 * The position of pixel `base` relative to the top of the window. The window is sticky below the header, and scrolls
 * away with the end of the rows' element.
 */
export function layerTop(scene: Scene, { scrollTop, offset }: GridScroll, base: number): number {
  const gone = scrollTop - (bodyHeightOf(scene) - windowHeightOf(scene));
  return base - offset + Math.max(0, gone);
}

/** The nearest scroll position that shows a cell, or a row or column if only that is given. */
export function revealed(scene: Scene, place: GridScroll, cell: Partial<Position>): GridScroll {
  const scrolled = scrolledOf(scene);
  const offset = offsetToReveal(scene, place.offset, cell.row);
  const scrollTop = offset === place.offset ? place.scrollTop : scrollTopAt(scrolled, offset);
  return { scrollTop, offset, left: leftToReveal(scene, place.left, scene.columns[cell.column ?? -1]) };
}

/** A row before and after a move. */
export interface MovedRow {
  readonly from: number;
  readonly to: number;
}

/**
 * The scroll position that keeps a moved row in place on screen; unchanged if it was not visible. At the very top, new
 * content above stays visible and pushes the row down, as long as it remains in view.
 */
export function followed(scene: Scene, place: GridScroll, { from, to }: MovedRow): GridScroll {
  const isInSight = linesInViewport(scene, place).rows.some(({ first, end }) => from >= first && from < end);
  if (!isInSight || to === from) return place;
  if (place.offset <= 0) return revealed(scene, place, { row: to });
  const by = topOf(scene.layout, to) - topOf(scene.layout, from);
  return { ...place, ...settled(scrolledOf(scene), { ...place, offset: place.offset + by }) };
}

function offsetToReveal(scene: Scene, offset: number, row: number | undefined): number {
  if (row === undefined) return offset;
  const span = spanToReveal(scene.layout, row);
  return scrollToReveal(offset, span, { before: 0, length: scrolledOf(scene).viewport });
}

function leftToReveal(scene: Scene, left: number, column: GridColumn | undefined): number {
  const { isFrozen, frozen } = frozenOf(scene);
  if (!column || (column.isPinned && isFrozen)) return left;
  return scrollToReveal(
    left,
    { from: column.left, size: column.width },
    { before: frozen, length: scene.width },
  );
}

function windowHeightOf(scene: Scene): number {
  return Math.min(scrolledOf(scene).viewport, bodyHeightOf(scene));
}

/** The width of frozen columns, or none if the others would have too little room. */
function frozenOf({ columns, width }: Scene): { isFrozen: boolean; frozen: number } {
  const pinned = columns.filter((column) => column.isPinned);
  const numberWidth = numberWidthOf(columns);
  const frozen = pinned.reduce((sum, column) => sum + column.width, numberWidth);
  const isFrozen = mayStay(frozen, width);
  return { isFrozen, frozen: isFrozen ? frozen : numberWidth };
}

/** The number of columns that fit on a screen, at least one, for Alt+PageDown. */
function columnsOnScreen(columns: readonly GridColumn[], room: number): number {
  const average = columns.reduce((sum, { width }) => sum + width, 0) / Math.max(1, columns.length);
  return Math.max(1, Math.floor(room / Math.max(1, average)));
}
