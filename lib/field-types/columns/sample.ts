import { type DayEvidence, findDays } from "./day-evidence";
import { findNumbers, type NumberEvidence } from "./number-evidence";

/** Evidence from outside of a column, for texts that have several readings. */
export interface Hints {
  /** The order of day and month. */
  readonly dayFirst?: boolean | undefined;
  /** The decimal separator. Files with semicolons often have decimal commas. */
  readonly decimal?: "." | "," | undefined;
}

/** The cells of a column, counted. */
export interface Sample {
  /** Number of cells with text, and of blank ones. */
  readonly filled: number;
  readonly blank: number;
  /** Number of cells by text, without outer spaces. */
  readonly counts: ReadonlyMap<string, number>;
  /** Undefined where less than half of the filled cells are numbers. */
  readonly numbers: NumberEvidence | undefined;
  /** Undefined where less than half of the filled cells are days. */
  readonly days: DayEvidence | undefined;
}

export function sampleOf(texts: readonly string[], { dayFirst, decimal }: Hints): Sample {
  const counts = new Map<string, number>();
  let blank = 0;
  for (const text of texts) {
    const trimmed = text.trim();
    if (trimmed === "") blank += 1;
    else counts.set(trimmed, (counts.get(trimmed) ?? 0) + 1);
  }
  const filled = texts.length - blank;
  return {
    ...{ filled, blank, counts },
    numbers: findNumbers(counts, filled, decimal),
    days: findDays(counts, filled, dayFirst),
  };
}

/** The number of cells that may not fit a type that is suggested. */
export function maxMisses({ filled }: Sample): number {
  return Math.floor(filled * 0.02);
}

/** Counts the cells that do not fit; undefined if they are too many for a suggestion. */
export function countMisses(sample: Sample, fits: (text: string) => boolean): number | undefined {
  const most = maxMisses(sample);
  let misses = 0;
  for (const [text, count] of sample.counts) {
    if (fits(text)) continue;
    misses += count;
    if (misses > most) return undefined;
  }
  return misses;
}
