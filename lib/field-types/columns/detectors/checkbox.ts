import type { Detector } from "../detector";
import { maxMisses } from "../sample";

interface Words {
  readonly yes: string;
  readonly no?: string;
  /** True if one of the words alone may mean something else, so that both must occur. */
  readonly needsBoth?: true;
  readonly isOnlySuggested?: true;
}

const allWords: readonly Words[] = [
  { yes: "true", no: "false" },
  { yes: "yes", no: "no" },
  { yes: "checked", no: "unchecked" },
  { yes: "☑", no: "☐" },
  { yes: "✓" },
  { yes: "✔" },
  { yes: "x" },
  { yes: "y", no: "n", needsBoth: true },
  { yes: "on", no: "off", needsBoth: true },
  { yes: "1", no: "0", needsBoth: true, isOnlySuggested: true },
];

const byWord = new Map(
  allWords.flatMap((words) => [words.yes, words.no].flatMap((word) => (word ? [[word, words]] : []))) as [
    string,
    Words,
  ][],
);

/** Two words for true and false, or one where the other cells are blank. */
export const detectCheckbox: Detector = (sample) => {
  const cells = new Map<string, number>();
  let others = 0;
  for (const [text, count] of sample.counts) {
    const word = text.length > 9 ? "" : text.toLowerCase();
    if (byWord.has(word)) cells.set(word, (cells.get(word) ?? 0) + count);
    else others += count;
    if (others > maxMisses(sample)) return [];
  }
  const occurring = new Set([...cells.keys()].map((word) => byWord.get(word)));
  return [...occurring].flatMap((words) => {
    const [yes, no] = [words?.yes, words?.no].map((word) => cells.get(word ?? "") ?? 0) as [number, number];
    const unconvertible = sample.filled - yes - no;
    if (!words || unconvertible > maxMisses(sample) || (words.needsBoth && yes * no === 0)) return [];
    // A blank cell becomes false, and would be the same as a "no".
    const isSure = !words.isOnlySuggested && yes > 0 && (no === 0 || sample.blank === 0);
    return [{ type: "checkbox", unconvertible, isSure }];
  });
};
