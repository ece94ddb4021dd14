/** The first letters of the first two words, or the first two letters of a single word; a leading emoji alone. */
export function initialsOf(name: string): string {
  const words = name
    .split(/\s+/u)
    .map(lettersOf)
    .filter(([first]) => first !== undefined);
  const [first = [], second] = words;
  const [letter = "", next = ""] = first;
  if (/\p{Extended_Pictographic}/u.test(letter)) return letter;
  return letter.toLocaleUpperCase("en") + (second?.[0]?.toLocaleUpperCase("en") ?? next);
}

/** Splits a word into user-perceived characters, without punctuation. */
function lettersOf(word: string): string[] {
  return [...new Intl.Segmenter("en").segment(word)]
    .map(({ segment }) => segment)
    .filter((segment) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(segment));
}
