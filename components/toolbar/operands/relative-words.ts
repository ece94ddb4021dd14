/** The words for days in filters, as the page names them. */
import { isDayWord, isRangeWord } from "@/lib/field-types/relative-days";

/** A word for a number of days. */
export interface CountedWord {
  readonly value: string;
  readonly label: string;
  readonly wordFor: (count: number) => string;
}

export const dayWords = [
  { value: "today", label: "today" },
  { value: "tomorrow", label: "tomorrow" },
  { value: "yesterday", label: "yesterday" },
];

export const daySides: readonly CountedWord[] = [
  { value: "days_ago", label: "days ago", wordFor: (count) => `${count}_days_ago` },
  { value: "days_from_now", label: "days from now", wordFor: (count) => `${count}_days_from_now` },
];

export const rangeWords = [
  ...dayWords,
  ...["week", "month", "year"].flatMap((unit) =>
    ["this", "last", "next"].map((step) => ({ value: `${step}_${unit}`, label: `${step} ${unit}` })),
  ),
];

export const countedRanges: readonly CountedWord[] = [
  { value: "past_days", label: "past days", wordFor: (count) => `past_${count}_days` },
  { value: "next_days", label: "next days", wordFor: (count) => `next_${count}_days` },
];

/** The number in a word; undefined for other words. */
export function countIn({ wordFor }: CountedWord, word: unknown): number | undefined {
  const [digits] = typeof word === "string" ? (/\d+/.exec(word) ?? []) : [];
  const count = Number(digits);
  return digits !== undefined && wordFor(count) === word && isKnown(word) ? count : undefined;
}

/** The word for a number as typed; undefined if there is none for it. */
export function wordOf({ wordFor }: Pick<CountedWord, "wordFor">, typed: string): string | undefined {
  const word = wordFor(Number(typed));
  return /^\s*\d+\s*$/.test(typed) && isKnown(word) ? word : undefined;
}

function isKnown(word: string): boolean {
  return isDayWord(word) || isRangeWord(word);
}
