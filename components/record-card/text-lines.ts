/** Advance widths of the title's font at 13 pixels, by groups of similar characters. */
const widths: readonly (readonly [pattern: RegExp, width: number])[] = [
  [/[ilIj.,:;'|!]/, 3.9],
  [/[ftr()[\]{}/\\ -]/, 5],
  [/[mwMW@%—]/, 11.6],
  [/[A-Z&]/, 9],
  [/\d/, 8.3],
  [/[a-z\u{a0}-\u{2ff}]/u, 7.4],
  [/[\u{2e80}-\u{d7ff}\u{f900}-\u{faff}\u{ff00}-\u{ffef}\u{1f000}-\u{1ffff}]/u, 13.2],
];
const otherWidth = 8.5;

/**
 * Estimates the lines that a text takes, broken between words. The server lays out cards, too, so nothing can be
 * measured.
 */
export function textLines(text: string, width: number): number {
  let lines = 1;
  let used = 0;
  for (const word of text.slice(0, 500).split(/(?<=\s)/)) {
    const length = widthOf(word);
    if (used > 0 && used + length > width) {
      lines += 1;
      used = 0;
    }
    // A word longer than a line is broken.
    const extra = Math.max(0, Math.ceil((used + length) / width) - 1);
    lines += extra;
    used += length - extra * width;
  }
  return lines;
}

function widthOf(word: string): number {
  let sum = 0;
  for (const character of word) sum += widths.find(([pattern]) => pattern.test(character))?.[1] ?? otherWidth;
  return sum;
}
