import { listFromText } from "../../list";
import type { Detector, Finding } from "../detector";
import type { Sample } from "../sample";

/** Texts that repeat are options of a select, if they are few and short, and each occurs three times on average. */
const [maxOptions, maxLabelLength, minCells, minRepeats] = [20, 60, 20, 3];

/** Options, and lists of options. Only suggested: other texts may come later. */
export const detectSelects: Detector = (sample) => {
  const { filled, counts, numbers, days } = sample;
  if (filled < minCells || numbers || days) return [];
  const single = optionsIn(counts, (text) => [text]);
  const multiple = hasLists(counts) ? optionsIn(counts, listFromText) : undefined;
  const found = [
    ...(single ? [findingOf("single_select", single)] : []),
    ...(multiple ? [findingOf("multiple_select", multiple)] : []),
  ];
  // `Red, Blue` and `Red, Green` have fewer items than lists; `Paris, France` and `Lyon, France` do not.
  return single && multiple && multiple.length < single.length ? found.toReversed() : found;
};

function findingOf(type: string, labels: readonly string[]): Finding {
  return {
    type,
    template: { options: labels.map((label) => ({ label })) },
    unconvertible: 0,
    isSure: false,
  };
}

function hasLists(counts: Sample["counts"]): boolean {
  return [...counts.keys()].some((text) => text.includes(","));
}

/** The options by frequency; undefined if they are too many, too long or too rare. */
function optionsIn(
  counts: Sample["counts"],
  itemsOf: (text: string) => readonly string[],
): string[] | undefined {
  const labels = new Map<string, number>();
  let total = 0;
  for (const [text, count] of counts) {
    if (text.length > maxLabelLength * maxOptions) return undefined;
    for (const label of new Set(itemsOf(text))) {
      if (label.length > maxLabelLength || label.trim() === "" || /[\n\r]/.test(label)) return undefined;
      labels.set(label, (labels.get(label) ?? 0) + count);
      total += count;
    }
    if (labels.size > maxOptions) return undefined;
  }
  if (labels.size === 0 || total < minRepeats * labels.size) return undefined;
  return [...labels]
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .map(([label]) => label);
}
