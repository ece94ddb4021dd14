import type { Range } from "@/components/listing/range";
import type { Group } from "./group";
import { type HiddenRows, hiddenAt } from "./shown-rows";

/** The height of a group header in pixels, whatever the row height, and of the gap above it after rows. */
export const groupHeight = 40;
export const groupGap = 12;

/** A group header and its position. */
export interface PlacedHeader {
  readonly group: Group;
  readonly top: number;
  readonly isCollapsed: boolean;
}

/** Consecutive rows; those of a collapsed group share the position of its header. */
interface RowSpan extends Range {
  readonly top: number;
  readonly isCollapsed: boolean;
}

/**
 * The positions of rows and group headers in pixels from the top of the content. Without groups there is a single span.
 * All other code addresses rows by their index in the listing.
 */
export interface RowLayout {
  readonly rows: number;
  readonly rowHeight: number;
  /** The visible headers, from top to bottom. */
  readonly headers: readonly PlacedHeader[];
  /** Together they contain every row. */
  readonly spans: readonly RowSpan[];
  /** The rows hidden in collapsed groups. */
  readonly hiddenRows: HiddenRows;
  readonly height: number;
}

export interface RowsToLay {
  readonly rows: number;
  readonly rowHeight: number;
  /** In row order, outer before inner. */
  readonly groups: readonly Group[];
  /** The ids of the collapsed groups. */
  readonly collapsed: ReadonlySet<string>;
}

/** The rows and headers in a part of a layout. */
export interface VisibleLines {
  readonly rows: readonly Range[];
  /** The indexes of headers in the layout. */
  readonly headers: Range;
}

export const nothing: VisibleLines = { rows: [], headers: { first: 0, end: 0 } };

/**
 * Lays out rows and headers. Tolerates groups with more or fewer rows than `rows`, because one of the two may be
 * outdated.
 */
export function layRows({ rows, rowHeight, groups, collapsed }: RowsToLay): RowLayout {
  const headers: PlacedHeader[] = [];
  const spans: RowSpan[] = [];
  let top = 0;
  let row = 0;
  function layUpTo(end: number): void {
    if (end <= row) return;
    spans.push({ first: row, end, top, isCollapsed: false });
    top += (end - row) * rowHeight;
    row = end;
  }
  for (const group of groups) {
    const { first, end } = group.rows;
    // Groups inside a collapsed group have no header.
    if (first < row || first >= rows) continue;
    const above = headers.at(-1);
    layUpTo(first);
    // Consecutive headers have no gap between them.
    if (above && above.top + groupHeight !== top) top += groupGap;
    const isCollapsed = collapsed.has(group.id);
    headers.push({ group, top, isCollapsed });
    if (isCollapsed) {
      spans.push({ first, end: Math.min(end, rows), top, isCollapsed });
      row = Math.min(end, rows);
    }
    top += groupHeight;
  }
  layUpTo(rows);
  return { rows, rowHeight, headers, spans, hiddenRows: hiddenRowsIn(spans), height: top };
}

/**
 * The top of a row. A hidden row has the top of its group's header; a row past the end has the bottom of the content.
 */
export function topOf({ spans, rowHeight, height }: RowLayout, row: number): number {
  const span = spans[countUntil(spans, ({ first }) => first > row) - 1];
  if (!span) return 0;
  if (row >= span.end) return height;
  return span.isCollapsed ? span.top : span.top + (row - span.first) * rowHeight;
}

/** In a layout without groups, the row that begins nearest to a pixel; past the last row, the row count. */
export function nearestEdge({ rows, rowHeight }: RowLayout, pixel: number): number {
  return Math.max(0, Math.min(Math.round(pixel / rowHeight), rows));
}

/**
 * The pixels to bring into view for a row: the row and the headers directly above it, or the header of the collapsed
 * group that hides it.
 */
export function spanToReveal(layout: RowLayout, row: number): { from: number; size: number } {
  const { headers, rowHeight, hiddenRows } = layout;
  const top = topOf(layout, row);
  const above = headers.filter(({ group, isCollapsed }) => group.rows.first === row && !isCollapsed).length;
  const height = hiddenAt(hiddenRows, row) ? groupHeight : rowHeight;
  return { from: top - above * groupHeight, size: height + above * groupHeight };
}

/** The rows and headers that overlap a range of pixels. */
export function linesBetween(layout: RowLayout, from: number, to: number): VisibleLines {
  const { spans, headers, rowHeight } = layout;
  const first = Math.max(0, countUntil(spans, ({ top }) => top > from) - 1);
  const end = countUntil(spans, ({ top }) => top >= to);
  return {
    rows: spans.slice(first, end).flatMap((span) => {
      const rows: Range = {
        first: span.first + Math.max(0, Math.floor((from - span.top) / rowHeight)),
        end: Math.min(span.end, span.first + Math.ceil((to - span.top) / rowHeight)),
      };
      return span.isCollapsed || rows.first >= rows.end ? [] : [rows];
    }),
    headers: {
      first: countUntil(headers, ({ top }) => top + groupHeight > from),
      end: countUntil(headers, ({ top }) => top >= to),
    },
  };
}

/** The scroll offset in another layout that keeps the same row or header at the top. */
export function sameOnTop(before: RowLayout, offset: number, after: RowLayout): number {
  // At the very top, new content above stays visible.
  if (offset <= 0) return offset;
  const { rows, headers } = linesBetween(before, offset, offset + 1);
  const row = rows[0]?.first;
  // In the gap between a row and a header, the header below is the topmost.
  const header = row === undefined ? before.headers[headers.first] : undefined;
  if (header) {
    const { top } = after.headers.find(({ group }) => group.id === header.group.id) ?? {
      top: topOf(after, header.group.rows.first),
    };
    return top + offset - header.top;
  }
  if (row === undefined) return after.height + offset - before.height;
  const into = (offset - topOf(before, row)) / before.rowHeight;
  return topOf(after, row) + (hiddenAt(after.hiddenRows, row) ? 0 : into * after.rowHeight);
}

function hiddenRowsIn(spans: readonly RowSpan[]): HiddenRows {
  const hiddenRows: Range[] = [];
  for (const { first, end, isCollapsed } of spans) {
    const last = hiddenRows.at(-1);
    if (!isCollapsed) continue;
    if (last?.end === first) hiddenRows[hiddenRows.length - 1] = { first: last.first, end };
    else hiddenRows.push({ first, end });
  }
  return hiddenRows;
}

/**
 * Counts the items before the first one for which `holds` is true, by binary search. `holds` must stay true for all
 * that follow.
 */
export function countUntil<Thing>(
  things: readonly Thing[],
  holds: (thing: Thing, at: number) => boolean,
): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(things[middle] as Thing, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
