import type { Range } from "@/components/listing/range";
import type { Group } from "./group";
import { type Folds, foldAt } from "./shown-rows";

/** Pixels of a group's header, whatever the height of the rows; and those above it where rows come before. */
export const groupHeight = 40;
export const groupGap = 12;

/** A group's header, by where it stands. */
export interface PlacedHeader {
  readonly group: Group;
  readonly top: number;
  readonly isFolded: boolean;
}

/** Rows that stand right below each other; or those of a folded group, which stand where its header does. */
interface RowSpan extends Range {
  readonly top: number;
  readonly isFolded: boolean;
}

/**
 * Where rows and the headers of groups stand, from the first pixel of the content on. Without groups it is one
 * span of rows. Everything else goes by rows alone: by a record's index in the listing.
 */
export interface RowLayout {
  readonly rows: number;
  readonly rowHeight: number;
  /** Those that are shown, from the top down. */
  readonly headers: readonly PlacedHeader[];
  /** Every row is in one of them. */
  readonly spans: readonly RowSpan[];
  /** The rows that no one sees. */
  readonly folds: Folds;
  readonly height: number;
}

export interface RowsToLay {
  readonly rows: number;
  readonly rowHeight: number;
  /** In the order of their rows, the outer before the inner. */
  readonly groups: readonly Group[];
  /** The ids of the groups that are folded. */
  readonly folded: ReadonlySet<string>;
}

/** What of a layout lies in a part of it. */
export interface Sight {
  readonly rows: readonly Range[];
  /** Which of the layout's headers. */
  readonly headers: Range;
}

export const nothing: Sight = { rows: [], headers: { first: 0, end: 0 } };

/** Groups may speak of more or fewer rows than there are, while one of the two is out of date. */
export function layRows({ rows, rowHeight, groups, folded }: RowsToLay): RowLayout {
  const headers: PlacedHeader[] = [];
  const spans: RowSpan[] = [];
  let top = 0;
  let row = 0;
  function layUpTo(end: number): void {
    if (end <= row) return;
    spans.push({ first: row, end, top, isFolded: false });
    top += (end - row) * rowHeight;
    row = end;
  }
  for (const group of groups) {
    const { first, end } = group.rows;
    // Within a folded group nothing has a header.
    if (first < row || first >= rows) continue;
    const above = headers.at(-1);
    layUpTo(first);
    // Headers right below each other stand together.
    if (above && above.top + groupHeight !== top) top += groupGap;
    const isFolded = folded.has(group.id);
    headers.push({ group, top, isFolded });
    if (isFolded) {
      spans.push({ first, end: Math.min(end, rows), top, isFolded });
      row = Math.min(end, rows);
    }
    top += groupHeight;
  }
  layUpTo(rows);
  return { rows, rowHeight, headers, spans, folds: foldsIn(spans), height: top };
}

/** How far down a row stands; one that is folded stands where the header is, one that there is not below all. */
export function topOf({ spans, rowHeight, height }: RowLayout, row: number): number {
  const span = spans[countUntil(spans, ({ first }) => first > row) - 1];
  if (!span) return 0;
  if (row >= span.end) return height;
  return span.isFolded ? span.top : span.top + (row - span.first) * rowHeight;
}

/** Where no groups are, the row that begins nearest to a pixel; below the last one, one that there is not. */
export function nearestEdge({ rows, rowHeight }: RowLayout, pixel: number): number {
  return Math.max(0, Math.min(Math.round(pixel / rowHeight), rows));
}

/**
 * What to show of a row so that one knows where one is: the headers right above it too. Of a row that is folded it
 * is the header that it is folded under.
 */
export function spanToReveal(layout: RowLayout, row: number): { from: number; size: number } {
  const { headers, rowHeight, folds } = layout;
  const top = topOf(layout, row);
  const above = headers.filter(({ group, isFolded }) => group.rows.first === row && !isFolded).length;
  const height = foldAt(folds, row) ? groupHeight : rowHeight;
  return { from: top - above * groupHeight, size: height + above * groupHeight };
}

/** The rows and headers of which something lies between two pixels. */
export function thingsBetween(layout: RowLayout, from: number, to: number): Sight {
  const { spans, headers, rowHeight } = layout;
  const first = Math.max(0, countUntil(spans, ({ top }) => top > from) - 1);
  const end = countUntil(spans, ({ top }) => top >= to);
  return {
    rows: spans.slice(first, end).flatMap((span) => {
      const rows: Range = {
        first: span.first + Math.max(0, Math.floor((from - span.top) / rowHeight)),
        end: Math.min(span.end, span.first + Math.ceil((to - span.top) / rowHeight)),
      };
      return span.isFolded || rows.first >= rows.end ? [] : [rows];
    }),
    headers: {
      first: countUntil(headers, ({ top }) => top + groupHeight > from),
      end: countUntil(headers, ({ top }) => top >= to),
    },
  };
}

/** From which pixel on another layout shows what this one shows from `offset` on: the same row or header is on top. */
export function sameOnTop(before: RowLayout, offset: number, after: RowLayout): number {
  // Where nothing is above, nothing is hidden by what comes there.
  if (offset <= 0) return offset;
  const { rows, headers } = thingsBetween(before, offset, offset + 1);
  const row = rows[0]?.first;
  // Between a row and a header nothing is shown: the header below is on top there.
  const header = row === undefined ? before.headers[headers.first] : undefined;
  if (header) {
    const { top } = after.headers.find(({ group }) => group.id === header.group.id) ?? {
      top: topOf(after, header.group.rows.first),
    };
    return top + offset - header.top;
  }
  if (row === undefined) return after.height + offset - before.height;
  const into = (offset - topOf(before, row)) / before.rowHeight;
  return topOf(after, row) + (foldAt(after.folds, row) ? 0 : into * after.rowHeight);
}

function foldsIn(spans: readonly RowSpan[]): Folds {
  const folds: Range[] = [];
  for (const { first, end, isFolded } of spans) {
    const last = folds.at(-1);
    if (!isFolded) continue;
    if (last?.end === first) folds[folds.length - 1] = { first: last.first, end };
    else folds.push({ first, end });
  }
  return folds;
}

/** How many things there are before the first of which something holds, as it does of all that follow. */
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
