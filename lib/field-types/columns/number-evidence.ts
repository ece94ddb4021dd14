import { type Amount, type AmountKind, isExact, readAmount } from "./amounts";
import { allSigns, type NumberSigns, plainDigits } from "./number-signs";

/** The amounts of one kind in a column. */
export interface Amounts {
  readonly kind: AmountKind;
  /** The currency symbol; empty for other kinds. */
  readonly symbol: string;
  /** Number of cells that are such amounts. */
  readonly cells: number;
  readonly hasBrackets: boolean;
  /** The separators that fit most cells. */
  readonly reading: Reading;
  /** Another reading that fits as many cells and gives other values: `1,234` may be 1.234. */
  readonly otherReading: Reading | undefined;
}

/** Amounts as read with one kind of separators. */
export interface Reading {
  readonly signs: NumberSigns;
  readonly hasGroups: boolean;
  readonly decimalPlaces: number;
}

export interface NumberEvidence {
  /** The most frequent kind first. */
  readonly amounts: readonly Amounts[];
  /** True if a cell is a code rather than a number: `007`, or more digits than numbers keep. */
  readonly hasCodes: boolean;
}

/**
 * Finds the amounts of a column and their separators; undefined if they are less than half of its cells. `decimal`
 * decides between readings that fit alike.
 */
export function findNumbers(
  counts: ReadonlyMap<string, number>,
  cells: number,
  decimal?: "." | ",",
): NumberEvidence | undefined {
  const tallies = new Map<string, Tally>();
  let others = 0;
  let hasCodes = false;
  for (const [text, count] of counts) {
    const amount = readAmount(text);
    const isOfCode = amount !== undefined && isCode(amount.digits);
    if (amount && !isOfCode) {
      tallyOf(amount, tallies).add(amount, count);
      continue;
    }
    hasCodes ||= isOfCode && amount?.kind === "number";
    others += count;
    if (others * 2 > cells) return undefined;
  }
  const amounts = [...tallies.values()].map((tally) => tally.amounts(decimal));
  return { amounts: amounts.sort(byCells), hasCodes };
}

/** A leading zero, or more digits than a double keeps. */
function isCode(digits: string): boolean {
  return /^0\d|^\d{16,}$/.test(digits);
}

/** The position of the only separator of a short number, if it cannot be one of groups; otherwise -1. */
function findDecimal(digits: string): number {
  if (digits.length > 15 || !/^\d*[.,]\d+$/.test(digits)) return -1;
  const at = digits.search(/[.,]/);
  const mayBeOfGroups = digits.length - at === 4 && at > 0 && at <= 3 && !digits.startsWith("0");
  return mayBeOfGroups ? -1 : at;
}

function byCells(one: Amounts, other: Amounts): number {
  return other.cells - one.cells || (one.kind + one.symbol < other.kind + other.symbol ? -1 : 1);
}

function tallyOf(amount: Amount, tallies: Map<string, Tally>): Tally {
  const key = amount.kind + amount.symbol;
  const found = tallies.get(key) ?? new Tally(amount);
  tallies.set(key, found);
  return found;
}

/** Counts the amounts of one kind by the separators that fit them. */
class Tally {
  /** Cells of digits alone, which fit all separators. */
  #whole = 0;
  /** Cells with separators. */
  #separated = 0;
  #hasBrackets = false;
  readonly #readings = allSigns.map((signs) => ({
    signs,
    cells: 0,
    hasGroups: false,
    decimalPlaces: 0,
  }));

  readonly #kind: AmountKind;
  readonly #symbol: string;

  constructor({ kind, symbol }: Amount) {
    this.#kind = kind;
    this.#symbol = symbol;
  }

  add({ digits, hasBrackets }: Amount, count: number): void {
    this.#hasBrackets ||= hasBrackets;
    if (digits.length <= 15 && /^\d+$/.test(digits)) {
      this.#whole += count;
      return;
    }
    this.#separated += count;
    const decimalAt = findDecimal(digits);
    if (decimalAt >= 0) {
      this.#addFraction(digits, decimalAt, count);
      return;
    }
    for (const reading of this.#readings) {
      if (!reading.signs.whole.test(digits)) continue;
      const plain = plainDigits(digits, reading.signs);
      if (plain.length > 15 && !isExact(plain)) continue;
      const point = plain.indexOf(".");
      reading.cells += count;
      reading.hasGroups ||= digits.search(reading.signs.groups) >= 0;
      if (point >= 0) reading.decimalPlaces = Math.max(reading.decimalPlaces, plain.length - point - 1);
    }
  }

  /** Separators with this decimal sign fit alike. */
  #addFraction(digits: string, decimalAt: number, count: number): void {
    const decimal = digits[decimalAt];
    for (const reading of this.#readings) {
      if (reading.signs.decimal !== decimal) continue;
      reading.cells += count;
      reading.decimalPlaces = Math.max(reading.decimalPlaces, digits.length - decimalAt - 1);
    }
  }

  amounts(decimal: "." | "," | undefined): Amounts {
    const best = this.#readings.reduce((one, other) => (other.cells > one.cells ? other : one));
    const fitting = this.#readings.filter(({ cells }) => cells === best.cells);
    const preferred = fitting.find(({ signs }) => signs.decimal === decimal);
    const reading = preferred ?? best;
    const otherReading = fitting.find(
      ({ signs, decimalPlaces }) =>
        signs.decimal !== reading.signs.decimal && decimalPlaces !== reading.decimalPlaces,
    );
    return {
      kind: this.#kind,
      symbol: this.#symbol,
      cells: this.#whole + best.cells,
      hasBrackets: this.#hasBrackets,
      reading,
      // Two that fit as many but not all cells may fit different ones.
      otherReading: preferred || best.cells < this.#separated ? undefined : otherReading,
    };
  }
}
