/**
 * Browsers cap the height of an element (Firefox at about 17.8 million pixels, the others at 33.5), and above
 * 16.7 million they place things to the nearest two pixels. A taller content is scrolled at a scale: its
 * scrollbar is as long as an element may be, and what is drawn is moved to where the scrollbar stands.
 */
export const tallest = 15_000_000;

/** What scrolls, in pixels: all of the content, and as much of it as is seen at once. */
export interface Scrolled {
  readonly content: number;
  readonly viewport: number;
}

/** Where the scrollbar stands, and which pixel of the content is at the top: the same two, unless scaled. */
export interface ScrollPosition {
  readonly scrollTop: number;
  readonly offset: number;
}

/** How tall the element is that stands in for the content. */
export function extentOf({ content }: Scrolled): number {
  return Math.min(content, tallest);
}

/**
 * Near either end the two move pixel by pixel, so that what lies below the last row lies there at any scale.
 * The scale is that of the long way between.
 */
const edge = 10_000;

/** The pixel of the content that belongs to a place of the scrollbar. */
export function offsetAt(scrolled: Scrolled, scrollTop: number): number {
  const { bar, content } = rangesOf(scrolled);
  return across(clamp(scrollTop, bar), bar, content);
}

/** The place of the scrollbar that belongs to a pixel of the content. */
export function scrollTopAt(scrolled: Scrolled, offset: number): number {
  const { bar, content } = rangesOf(scrolled);
  return across(clamp(offset, content), content, bar);
}

/**
 * The position after the scrollbar has moved. Less than a screen is a turn of the wheel or a finger: it moves
 * the content by as many pixels. More is a drag of the scrollbar: it moves by the scale.
 */
export function scrolledTo(scrolled: Scrolled, from: ScrollPosition, scrollTop: number): ScrollPosition {
  const by = scrollTop - from.scrollTop;
  const { content } = rangesOf(scrolled);
  if (Math.abs(by) > scrolled.viewport) return { scrollTop, offset: offsetAt(scrolled, scrollTop) };
  return { scrollTop, offset: clamp(from.offset + by, content) };
}

/**
 * Puts the scrollbar where the content says it belongs; the content stays where it is. Turning the wheel at a
 * scale makes the two drift apart, so it is done whenever the scrolling rests.
 */
export function settled(scrolled: Scrolled, { offset }: ScrollPosition): ScrollPosition {
  return { scrollTop: scrollTopAt(scrolled, offset), offset: clamp(offset, rangesOf(scrolled).content) };
}

/** How far scrollbar and content can move. */
function rangesOf(scrolled: Scrolled): { bar: number; content: number } {
  return {
    bar: Math.max(0, extentOf(scrolled) - scrolled.viewport),
    content: Math.max(0, scrolled.content - scrolled.viewport),
  };
}

/** A point of one range as the point of another that belongs to it. */
function across(point: number, from: number, to: number): number {
  if (from === to || point <= edge) return Math.min(point, to);
  if (point >= from - edge) return to - (from - point);
  return edge + ((point - edge) / (from - 2 * edge)) * (to - 2 * edge);
}

function clamp(value: number, most: number): number {
  return Math.max(0, Math.min(value, most));
}
