import { type DayEvidence, findDays } from "./day-evidence";
import { findNumbers, type NumberEvidence } from "./number-evidence";

/** Evidence from outside of a column, for texts that have several readings. */
export interface Hints {
  /** The order of day and month. */
  readonly dayFirst?: boolean | undefined;
  /** The decimal separator. Files with semicolons often have decimal commas. */
  readonly decimal?: "." | "," | undefined;
  /** The kinds of the cells, in the order of the texts. */
  readonly kinds?: readonly (CellKind | undefined)[] | undefined;
}

/**
 * The type that a cell has in a file with typed cells, such as XLSX. The text of a number, a percentage and an amount of
 * money is the plain one: `0.125` for 12.5 %. Other types show in their texts.
 */
export interface CellKind {
  readonly type: string;
  /** Decimal places that the file shows, if it says so. */
  readonly decimalPlaces?: number | undefined;
  /** The symbol of a currency. */
  readonly symbol?: string | undefined;
}

/** The cells of a column, counted. */
export interface Sample {
  /** Number of cells with text, and of blank ones. */
  readonly filled: number;
  readonly blank: number;
  /** Number of cells by text, without outer spaces. */
  readonly counts: ReadonlyMap<string, number>;
  /** The kind of all filled cells. */
  readonly kind: CellKind | undefined;
  /** Undefined where less than half of the filled cells are numbers. */
  readonly numbers: NumberEvidence | undefined;
  /** Undefined where no cell is a day. */
  readonly days: DayEvidence | undefined;
}

export function sampleOf(texts: readonly string[], { dayFirst, decimal, kinds }: Hints): Sample {
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
    kind: kinds && commonKind(texts, kinds),
    numbers: findNumbers(counts, filled, decimal),
    days: findDays(counts, filled, dayFirst),
  };
}

/** Undefined if two filled cells differ. Shows the most decimal places that one of them shows. */
function commonKind(
  texts: readonly string[],
  kinds: readonly (CellKind | undefined)[],
): CellKind | undefined {
  let common: CellKind | undefined;
  for (const [index, text] of texts.entries()) {
    if (text.trim() === "") continue;
    const kind = kinds[index];
    const { type, symbol, decimalPlaces } = common ?? kind ?? {};
    if (!kind || type === undefined || kind.type !== type || kind.symbol !== symbol) return undefined;
    const places = Math.max(decimalPlaces ?? -1, kind.decimalPlaces ?? -1);
    common = { type, symbol, decimalPlaces: places < 0 ? undefined : places };
  }
  return common;
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
