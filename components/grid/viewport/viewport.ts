import type { GridColumn } from "@/components/cells/columns";
import { mayStay } from "@/components/fields/frozen-fields";
import {
  type RowLayout,
  type Sight,
  spanToReveal,
  thingsBetween,
  topOf,
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

/** What there is to see, and the element that it is seen through. */
export interface Scene {
  readonly layout: RowLayout;
  readonly columns: readonly GridColumn[];
  readonly width: number;
  readonly height: number;
}

/** Where a grid is scrolled to. */
export interface Place extends ScrollPosition {
  readonly left: number;
}

/** What of the grid is drawn beside its rows: all that changes with its size, and when it is scrolled sideways. */
export interface Frame {
  /** The height of the window that the rows are seen through. */
  readonly height: number;
  /** Whether the pinned columns stay in sight. */
  readonly isFrozen: boolean;
  /** Where that which stays in sight ends; and whether something has gone under it. */
  readonly frozen: number;
  readonly isScrolled: boolean;
  /** Of the columns that scroll sideways, as `splitColumns` gives them. */
  readonly columns: Range;
  readonly pageRows: number;
  readonly pageColumns: number;
}

/** Before anything is measured, on the server too: the header's first columns. */
export const firstFrame: Frame = {
  height: 0,
  isFrozen: true,
  frozen: 0,
  isScrolled: false,
  columns: { first: 0, end: 20 },
  pageRows: 1,
  pageColumns: 1,
};

/** What scrolls up and down. */
export function scrolledOf({ layout, height }: Pick<Scene, "layout" | "height">): Scrolled {
  return { content: layout.height + tailHeight, viewport: Math.max(0, height - headerHeight) };
}

/** The height of the rows' element; the line below them has its own. */
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

/** Those that stay in sight, and those that scroll sideways: all of them, where there is no room for that. */
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

/** Rows beyond the edge of the screen that are drawn too, so that a short way needs no drawing. */
const spareRows = 2;
/** Rows come and go this many at a time: fewer, larger changes scroll more evenly. */
const rowBlock = 4;

/** What is in sight. */
export function thingsInSight(scene: Scene, { offset }: Place): Sight {
  return thingsBetween(scene.layout, offset, offset + scrolledOf(scene).viewport);
}

/** That and some around it. */
export function thingsAroundSight(scene: Scene, { offset }: Place): Sight {
  const { rowHeight } = scene.layout;
  const [spare, block] = [spareRows * rowHeight, rowBlock * rowHeight];
  const from = Math.floor((offset - spare) / block) * block;
  const to = Math.ceil((offset + scrolledOf(scene).viewport + spare) / block) * block;
  return thingsBetween(scene.layout, from, to);
}

/**
 * How far pixel `base` of the content lies below the top of the window. The window stays below the header while the
 * rows' element is behind it, and leaves together with its end.
 */
export function layerTop(scene: Scene, { scrollTop, offset }: Place, base: number): number {
  const gone = scrollTop - (bodyHeightOf(scene) - windowHeightOf(scene));
  return base - offset + Math.max(0, gone);
}

/** The nearest place from which a cell is in sight; or a row or a column, where only that is given. */
export function revealed(scene: Scene, place: Place, cell: Partial<Position>): Place {
  const scrolled = scrolledOf(scene);
  const offset = offsetToReveal(scene, place.offset, cell.row);
  const scrollTop = offset === place.offset ? place.scrollTop : scrollTopAt(scrolled, offset);
  return { scrollTop, offset, left: leftToReveal(scene, place.left, scene.columns[cell.column ?? -1]) };
}

/** A row by where it was and where it is. */
export interface MovedRow {
  readonly from: number;
  readonly to: number;
}

/**
 * The place from which a row that has moved is seen where it was; the same place where it was out of sight. At the
 * very top what comes above pushes the rows down, as far as this one stays in sight: nothing is hidden there.
 */
export function followed(scene: Scene, place: Place, { from, to }: MovedRow): Place {
  const isInSight = thingsInSight(scene, place).rows.some(({ first, end }) => from >= first && from < end);
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

/** How much of the width belongs to columns that stay in sight: none where others would have too little left. */
function frozenOf({ columns, width }: Scene): { isFrozen: boolean; frozen: number } {
  const pinned = columns.filter((column) => column.isPinned);
  const numberWidth = numberWidthOf(columns);
  const frozen = pinned.reduce((sum, column) => sum + column.width, numberWidth);
  const isFrozen = mayStay(frozen, width);
  return { isFrozen, frozen: isFrozen ? frozen : numberWidth };
}

/** How many columns fit beside each other, at least one: what Alt+PageDown goes by. */
function columnsOnScreen(columns: readonly GridColumn[], room: number): number {
  const average = columns.reduce((sum, { width }) => sum + width, 0) / Math.max(1, columns.length);
  return Math.max(1, Math.floor(room / Math.max(1, average)));
}
