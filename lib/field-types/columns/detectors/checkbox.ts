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

const byWord = new Map<string, Words>();
for (const words of allWords) {
  byWord.set(words.yes, words);
  if (words.no) byWord.set(words.no, words);
}

/** Two words for true and false, or one where the other cells are blank. */
export const detectCheckbox: Detector = (sample) => {
  const cells = new Map<string | undefined, number>();
  const occurring = new Set<Words>();
  let others = 0;
  for (const [text, count] of sample.counts) {
    const word = text.toLowerCase();
    const words = byWord.get(word);
    if (words) {
      occurring.add(words);
      cells.set(word, (cells.get(word) ?? 0) + count);
      continue;
    }
    others += count;
    if (others > maxMisses(sample)) return [];
  }
  return [...occurring].flatMap((words) => {
    const yes = cells.get(words.yes) ?? 0;
    const no = cells.get(words.no) ?? 0;
    const unconvertible = sample.filled - yes - no;
    const isLikely = !words.needsBoth || (yes > 0 && no > 0);
    if (!isLikely || unconvertible > maxMisses(sample)) return [];
    // A blank cell becomes false, and would be the same as a "no".
    const isSure = !words.isOnlySuggested && yes > 0 && (no === 0 || sample.blank === 0);
    return [{ type: "checkbox", unconvertible, isSure }];
  });
};
