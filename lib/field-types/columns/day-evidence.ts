import { isoDay, readDay, readTimeAfter, type WrittenDay } from "./written-day";

/** Counts and signs that tell the order of day and month in a column. */
export interface DayEvidence {
  /** Number of cells that are days, with or without a time. */
  readonly cells: number;
  /** The order of day and month; undefined if no cell needs one, or none shows it. */
  readonly dayFirst: boolean | undefined;
  /** True if half of the cells or more are days, some of them in either order, and nothing decides. */
  readonly isOpen: boolean;
  /** The most frequent form. */
  readonly form: WrittenDay["form"];
  /** Number of cells with a time, with a UTC offset, and with the time 0:00. */
  readonly timed: number;
  readonly zoned: number;
  readonly atMidnight: number;
  readonly hasHalves: boolean;
  /** True if a field would drop part of the text: fractions of milliseconds, the century of a short year. */
  readonly isInexact: boolean;
}

/** Finds the days of a column and their order; undefined if it has none. `dayFirst` decides if no day is above 12. */
export function findDays(
  counts: ReadonlyMap<string, number>,
  cells: number,
  dayFirst?: boolean,
): DayEvidence | undefined {
  const tally = new DayTally();
  let others = 0;
  for (const [text, count] of counts) if (!tally.add(text, count)) others += count;
  if (others === cells) return undefined;
  const evidence = tally.evidence(dayFirst);
  return { ...evidence, isOpen: evidence.isOpen && others * 2 <= cells };
}

class DayTally {
  /** Cells that are days in both orders, which include those that need none. */
  #inBothOrders = 0;
  #needsOrder = 0;
  #onlyDayFirst = 0;
  #onlyMonthFirst = 0;
  readonly #forms = { iso: 0, numbers: 0, words: 0 };
  #timed = 0;
  #zoned = 0;
  #atMidnight = 0;
  #hasHalves = false;
  #isInexact = false;

  /** Returns false for a text that is not a day. */
  add(text: string, count: number): boolean {
    const day = readDay(text);
    if (day === undefined) return false;
    const ofDay = isoDay(day, true);
    const ofMonth = day.form === "numbers" ? isoDay(day, false) : ofDay;
    if (ofDay === undefined && ofMonth === undefined) return false;
    if (day.rest !== "" && !this.#addTime(day, count)) return false;
    if (ofDay === undefined) this.#onlyMonthFirst += count;
    else if (ofMonth === undefined) this.#onlyDayFirst += count;
    else this.#inBothOrders += count;
    if (day.form === "numbers" && ofDay !== undefined && ofMonth !== undefined) this.#needsOrder += count;
    this.#forms[day.form] += count;
    this.#isInexact ||= day.isShort;
    return true;
  }

  #addTime({ rest, year }: WrittenDay, count: number): boolean {
    const written = readTimeAfter(rest);
    if (written === undefined) return false;
    // An offset may move a moment of the first or last year beyond the years that exist.
    if (written.offset !== undefined && /^(?:0001|9999)$/.test(year)) return false;
    this.#timed += count;
    if (written.offset !== undefined) this.#zoned += count;
    if (written.time === 0) this.#atMidnight += count;
    this.#hasHalves ||= /[ap]\.?m/i.test(rest);
    this.#isInexact ||= /[.,]\d{3}\d*[1-9]/.test(rest);
    return true;
  }

  evidence(hint: boolean | undefined): DayEvidence {
    const onlyDayFirst = this.#onlyDayFirst;
    const onlyMonthFirst = this.#onlyMonthFirst;
    const needsOrder = this.#needsOrder + onlyDayFirst > 0;
    const shown = onlyDayFirst === onlyMonthFirst ? undefined : onlyDayFirst > onlyMonthFirst;
    const dayFirst = shown ?? (needsOrder ? hint : undefined);
    const forms = ["numbers", "iso", "words"] as const;
    return {
      cells: this.#inBothOrders + Math.max(onlyDayFirst, onlyMonthFirst),
      dayFirst,
      isOpen: dayFirst === undefined && needsOrder,
      form: forms.reduce((one, other) => (this.#forms[other] > this.#forms[one] ? other : one)),
      timed: this.#timed,
      zoned: this.#zoned,
      atMidnight: this.#atMidnight,
      hasHalves: this.#hasHalves,
      isInexact: this.#isInexact,
    };
  }
}
