import type { GridColumn } from "./columns";
import type { Position } from "./cursor";
import {
  columnsToDraw,
  headerHeight,
  narrowest,
  numberWidth,
  type Range,
  rowHeight,
  rowsOnScreen,
  rowsToDraw,
  scrollToReveal,
} from "./geometry";
import { extentOf, type Scrolled, type ScrollPosition, scrollTopAt } from "./scroll-scale";

/** The line below the last row, where a new one is added. */
const tailHeight = rowHeight;

/** What there is to see, and the element that it is seen through. */
export interface Scene {
  readonly rows: number;
  readonly columns: readonly GridColumn[];
  readonly width: number;
  readonly height: number;
}

/** What of the grid is drawn: all that changes when it is scrolled. */
export interface Drawn {
  readonly rows: Range;
  /** Of the columns that scroll sideways. */
  readonly columns: Range;
  /** Added to a row's own place, to bring it to where the scrollbar stands. */
  readonly shift: number;
  /** Whether the pinned columns stay in sight. */
  readonly isFrozen: boolean;
  readonly pageRows: number;
  readonly pageColumns: number;
}

/** Where a grid is scrolled to. */
export interface Place extends ScrollPosition {
  readonly left: number;
}

/** Before anything is measured, on the server too: the header's first columns, no rows. */
export const firstDrawn: Drawn = {
  rows: { first: 0, end: 0 },
  columns: { first: 0, end: 20 },
  shift: 0,
  isFrozen: true,
  pageRows: 1,
  pageColumns: 1,
};

/** What scrolls up and down. */
export function scrolledOf({ rows, height }: Pick<Scene, "rows" | "height">): Scrolled {
  return { content: rows * rowHeight + tailHeight, viewport: Math.max(0, height - headerHeight) };
}

/** The height of the rows' element; the line below them has its own. */
export function bodyHeightOf(rows: number): number {
  return extentOf(scrolledOf({ rows, height: 0 })) - tailHeight;
}

export function drawnAt(scene: Scene, { scrollTop, offset, left }: Place): Drawn {
  const { viewport } = scrolledOf(scene);
  const { isFrozen, frozen } = frozenOf(scene);
  const scrolling = scene.columns.filter((column) => !column.isPinned);
  const room = Math.max(0, scene.width - frozen);
  return {
    rows: rowsToDraw(offset, viewport, scene.rows),
    columns: columnsToDraw(scrolling, left + frozen, room),
    shift: scrollTop - offset,
    isFrozen,
    pageRows: rowsOnScreen(viewport),
    pageColumns: columnsOnScreen(scrolling, room),
  };
}

/** The nearest place from which a cell is in sight. */
export function revealed(scene: Scene, place: Place, cell: Position): Place {
  const scrolled = scrolledOf(scene);
  const row = { from: cell.row * rowHeight, size: rowHeight };
  const offset = scrollToReveal(place.offset, row, { before: 0, length: scrolled.viewport });
  const scrollTop = offset === place.offset ? place.scrollTop : scrollTopAt(scrolled, offset);
  return { scrollTop, offset, left: leftToReveal(scene, place.left, scene.columns[cell.column]) };
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

/** How much of the width belongs to columns that stay in sight. */
function frozenOf({ columns, width }: Scene): { isFrozen: boolean; frozen: number } {
  const isFrozen = width >= narrowest;
  const pinned = isFrozen ? columns.filter((column) => column.isPinned) : [];
  return { isFrozen, frozen: pinned.reduce((sum, column) => sum + column.width, numberWidth) };
}

/** How many columns fit beside each other, at least one: what Alt+PageDown goes by. */
function columnsOnScreen(columns: readonly GridColumn[], room: number): number {
  const average = columns.reduce((sum, { width }) => sum + width, 0) / Math.max(1, columns.length);
  return Math.max(1, Math.floor(room / Math.max(1, average)));
}
