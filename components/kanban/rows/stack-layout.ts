import type { Range } from "@/components/listing/range";
import { type Rows, sizeOf } from "@/components/record-card/rows/segments";
import type { Record } from "@/lib/contract/records";

/** Heights of cards in pixels, with the gap below each. */
export interface CardHeights {
  readonly of: (record: Record) => number;
  /** The height of a card that is not loaded. */
  readonly unloaded: number;
}

interface PlacedSegment {
  readonly first: number;
  readonly size: number;
  readonly top: number;
  readonly height: number;
  /** The tops of its cards relative to its own; undefined if all are equally high. */
  readonly tops?: readonly number[];
}

/** The vertical positions of a stack's cards. */
export interface StackLayout {
  readonly segments: readonly PlacedSegment[];
  readonly count: number;
  readonly height: number;
  readonly unloaded: number;
}

export function layOut(rows: Rows, heights: CardHeights): StackLayout {
  const segments: PlacedSegment[] = [];
  let first = 0;
  let top = 0;
  for (const segment of rows) {
    const size = sizeOf(segment);
    const tops = segment.records && topsOf(segment.records, heights);
    const height = tops ? (tops.at(-1) ?? 0) : size * heights.unloaded;
    segments.push({ first, size, top, height, ...(tops && { tops }) });
    first += size;
    top += height;
  }
  return { segments, count: first, height: top, unloaded: heights.unloaded };
}

/** The tops of cards, and the end of the last one. */
function topsOf(records: readonly Record[], heights: CardHeights): number[] {
  const tops = [0];
  let top = 0;
  for (const record of records) {
    top += heights.of(record);
    tops.push(top);
  }
  return tops;
}

/** The top of a row's card; for the row after the last, the end of the stack. */
export function topOf({ segments, height, unloaded }: StackLayout, row: number): number {
  const segment = segments.find(({ first, size }) => row < first + size);
  if (!segment) return height;
  const index = row - segment.first;
  return segment.top + (segment.tops?.[index] ?? index * unloaded);
}

export function heightOf(layout: StackLayout, row: number): number {
  return topOf(layout, row + 1) - topOf(layout, row);
}

/** The row whose card is at a vertical position; beyond the end, the row after the last. */
export function rowAt({ segments, count, unloaded }: StackLayout, y: number): number {
  if (y < 0) return 0;
  const segment = segments.find(({ top, height }) => y < top + height);
  if (!segment) return count;
  const within = y - segment.top;
  const { tops } = segment;
  if (!tops) return segment.first + Math.floor(within / unloaded);
  let [low, high] = [0, tops.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) <= within) low = middle;
    else high = middle;
  }
  return segment.first + low;
}

/** The rows between two vertical positions, with some pixels around. */
export function rowsBetween(layout: StackLayout, { first, end }: Range, around: number): Range {
  return {
    first: rowAt(layout, first - around),
    end: Math.min(layout.count, rowAt(layout, end + around) + 1),
  };
}

/** The row that a card dropped at a vertical position is placed before: cards are split in the middle. */
export function dropRowAt(layout: StackLayout, y: number): number {
  const row = Math.min(rowAt(layout, y), layout.count);
  if (row >= layout.count) return layout.count;
  return y < topOf(layout, row) + heightOf(layout, row) / 2 ? row : row + 1;
}
