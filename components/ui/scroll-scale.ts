/**
 * Browsers cap the height of an element (Firefox at about 17.8 million pixels, the others at 33.5), and above
 * 16.7 million they round positions to two pixels. Taller content is scrolled at a scale: the scrolling element has
 * the maximum height, and the visible rows are drawn relative to the scroll position.
 */
export const tallest = 15_000_000;

/** Heights of the whole content and of the visible part, in pixels. */
export interface Scrolled {
  readonly content: number;
  readonly viewport: number;
}

/** The scroll position and the content's pixel at the top of the view. They are equal unless scaled. */
export interface ScrollPosition {
  readonly scrollTop: number;
  readonly offset: number;
}

/** The height of the scrolling element, in pixels. */
export function extentOf({ content }: Scrolled): number {
  return Math.min(content, tallest);
}

/**
 * The distance from either end within which the two move pixel by pixel, so that elements below the last row stay
 * there at any scale. Only the range between is scaled.
 */
const edge = 10_000;

/** Maps a scroll position to the content's pixel. */
export function offsetAt(scrolled: Scrolled, scrollTop: number): number {
  const { bar, content } = rangesOf(scrolled);
  return across(clamp(scrollTop, bar), bar, content);
}

/** Maps a pixel of the content to the scroll position. */
export function scrollTopAt(scrolled: Scrolled, offset: number): number {
  const { bar, content } = rangesOf(scrolled);
  return across(clamp(offset, content), content, bar);
}

/**
 * The position after a scroll event. Less than a screen comes from the wheel or a finger and moves the content by as
 * many pixels. More comes from dragging the scrollbar and moves it by the scale.
 */
export function scrolledTo(scrolled: Scrolled, from: ScrollPosition, scrollTop: number): ScrollPosition {
  const by = scrollTop - from.scrollTop;
  const { content } = rangesOf(scrolled);
  if (Math.abs(by) > scrolled.viewport) return { scrollTop, offset: offsetAt(scrolled, scrollTop) };
  return { scrollTop, offset: clamp(from.offset + by, content) };
}

/**
 * Moves the scrollbar to the position that belongs to the content's offset. Scrolling by wheel at a scale makes the
 * two drift apart, so this runs whenever the scrolling stops.
 */
export function settled(scrolled: Scrolled, { offset }: ScrollPosition): ScrollPosition {
  return { scrollTop: scrollTopAt(scrolled, offset), offset: clamp(offset, rangesOf(scrolled).content) };
}

/** The distances that the scrollbar and the content can move. */
function rangesOf(scrolled: Scrolled): { bar: number; content: number } {
  return {
    bar: Math.max(0, extentOf(scrolled) - scrolled.viewport),
    content: Math.max(0, scrolled.content - scrolled.viewport),
  };
}

/** Maps a point of one range to another linearly. */
function across(point: number, from: number, to: number): number {
  if (from === to || point <= edge) return Math.min(point, to);
  if (point >= from - edge) return to - (from - point);
  return edge + ((point - edge) / (from - 2 * edge)) * (to - 2 * edge);
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}
