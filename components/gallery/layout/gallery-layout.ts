import type { Range } from "@/components/listing/range";
import type { ViewConfig } from "@/lib/contract/views";

/** Pixels between cards, and around them. */
export const cardGap = 12;

/** The width in pixels that cards have at least, unless the page is narrower. */
export const minWidths: { readonly [Size in NonNullable<ViewConfig["cardSize"]>]: number } = {
  small: 156,
  medium: 240,
  large: 340,
};

/** The height of a picture, as a share of the width of its card. */
const coverShare = 0.6;

export interface CardColumns {
  readonly columns: number;
  readonly cardWidth: number;
  readonly coverHeight: number;
}

/** Divides the width of a page into as many columns as fit. */
export function columnsIn(width: number, minWidth: number): CardColumns {
  const inner = Math.max(0, width - 2 * cardGap);
  const columns = Math.max(1, Math.floor((inner + cardGap) / (minWidth + cardGap)));
  const cardWidth = Math.floor((inner - cardGap * (columns - 1)) / columns);
  return { columns, cardWidth, coverHeight: Math.round(cardWidth * coverShare) };
}

/** The positions of cards, which are equally high, in lines of some columns. */
export interface GalleryLayout extends Omit<CardColumns, "coverHeight"> {
  readonly cardHeight: number;
  /** The number of cards, with the one that adds a record. */
  readonly slots: number;
  readonly lines: number;
  readonly height: number;
}

export function layOut(
  { columns, cardWidth }: CardColumns,
  { cardHeight, slots }: Pick<GalleryLayout, "cardHeight" | "slots">,
): GalleryLayout {
  const lines = Math.ceil(slots / columns);
  const height = lines === 0 ? 0 : cardGap + lines * stepOf({ cardHeight });
  return { columns, cardWidth, cardHeight, slots, lines, height };
}

/** The distance between the tops of two lines. */
export function stepOf({ cardHeight }: Pick<GalleryLayout, "cardHeight">): number {
  return cardHeight + cardGap;
}

export function lineOf({ columns }: Pick<GalleryLayout, "columns">, slot: number): number {
  return Math.floor(slot / columns);
}

export function topOf(layout: GalleryLayout, line: number): number {
  return cardGap + line * stepOf(layout);
}

/** The lines to draw at a scroll offset, with some beyond each edge of the view. */
export function linesAt(layout: GalleryLayout, offset: number, viewport: number): Range {
  if (viewport === 0) return { first: 0, end: 0 };
  const step = stepOf(layout);
  const around = viewport / 2;
  const first = Math.floor((offset - around - cardGap) / step);
  const end = Math.ceil((offset + viewport + around - cardGap) / step);
  return { first: clamp(first, layout.lines), end: clamp(end, layout.lines) };
}

/** The slots of a line. */
export function slotsIn({ columns, slots }: GalleryLayout, line: number): Range {
  return { first: line * columns, end: Math.min(slots, (line + 1) * columns) };
}

/** The offset at which the first visible card stays on top when the number or height of columns changes. */
export function sameOnTop(before: GalleryLayout, offset: number, now: GalleryLayout): number {
  const isSame = before.columns === now.columns && before.cardHeight === now.cardHeight;
  if (offset === 0 || isSame || before.lines === 0) return offset;
  const line = Math.max(0, Math.floor((offset - cardGap) / stepOf(before)));
  const share = (offset - topOf(before, line)) / stepOf(before);
  const lineNow = lineOf(now, line * before.columns);
  return Math.max(0, topOf(now, lineNow) + share * stepOf(now));
}

/** The slot at a point of the content; the nearest one for points between cards or beyond them. */
export function slotAt(layout: GalleryLayout, { x, y }: { readonly x: number; readonly y: number }): number {
  const line = clamp(Math.floor((y - cardGap / 2) / stepOf(layout)), layout.lines - 1);
  const column = clamp(Math.floor((x - cardGap / 2) / (layout.cardWidth + cardGap)), layout.columns - 1);
  return clamp(line * layout.columns + column, layout.slots - 1);
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}
