import { type Day, dayLength, wallOf } from "../days/day";
import { minute, shownEnd } from "./shift";
import type { Span } from "./span";

/** A record, or its part on one day, among the hours of the day. */
export interface Block {
  readonly span: Span;
  /** In minutes from the start of the day on its clocks: a day has 24 hours here even when they are put forward. */
  readonly from: number;
  readonly to: number;
  /** Records that overlap are side by side. */
  readonly column: number;
  readonly columns: number;
  /** The number of columns that it takes, as far as they are free. */
  readonly across: number;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The shortest block in minutes, which has room for one line of text. */
export const shortest = 30;
const dayMinutes = dayLength / minute;

/** True for records among the hours of a day; the others are above them. */
export function isAmongHours({ times }: Span): boolean {
  return times !== null && times.to - times.from < dayLength;
}

/** Places the records of a day among its hours. */
export function blocksOf(day: Day, spans: readonly Span[]): Block[] {
  const start = wallOf(day);
  const parts = spans
    .flatMap((span) => {
      if (span.times === null || !isAmongHours(span) || span.first > day || span.last < day) return [];
      const begin = (span.times.from - start) / minute;
      const end = (shownEnd(span.times) - start) / minute;
      const from = Math.min(Math.max(0, begin), dayMinutes - shortest);
      const to = Math.max(Math.min(dayMinutes, end), from + shortest);
      return [{ span, from, to, isCutBefore: begin < 0, isCutAfter: span.last > day }];
    })
    .sort((one, other) => one.from - other.from || other.to - one.to);
  return clusters(parts).flatMap(sideBySide);
}

type Part = Omit<Block, "column" | "columns" | "across">;

/** Parts that overlap, directly or by way of others. */
function clusters(parts: readonly Part[]): Part[][] {
  const found: Part[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const part of parts) {
    if (part.from >= end) found.push([]);
    found.at(-1)?.push(part);
    end = Math.max(end, part.to);
  }
  return found;
}

function sideBySide(cluster: readonly Part[]): Block[] {
  const columns: Part[][] = [];
  const at = new Map<Part, number>();
  for (const part of cluster) {
    const free = columns.findIndex((column) => (column.at(-1)?.to ?? 0) <= part.from);
    const column = free === -1 ? columns.length : free;
    columns[column] = [...(columns[column] ?? []), part];
    at.set(part, column);
  }
  return cluster.map((part) => {
    const column = at.get(part) ?? 0;
    const blocking = columns.findIndex(
      (others, index) => index > column && others.some(({ from, to }) => from < part.to && to > part.from),
    );
    const across = (blocking === -1 ? columns.length : blocking) - column;
    return { ...part, column, columns: columns.length, across };
  });
}
