import { foldText } from "@/components/ui/fold-text";

/** Longer queries are cut, as each entry is compared with them on every key. */
const maxQuery = 100;

/** The form in which queries and texts are compared: without case, accents and white space around words. */
export function comparable(text: string): string {
  return foldText(text).replace(/\s+/g, " ").trim();
}

/**
 * Rates how well a text matches a comparable query; null if it does not. Equal texts rank highest, followed by texts that
 * begin with the query, words that begin with those of the query, words in the middle, and letters with gaps.
 */
export function matchText(query: string, text: string): number | null {
  const sought = query.slice(0, maxQuery);
  const folded = comparable(text);
  if (sought === "") return 0;
  const share = (sought.length / Math.max(folded.length, 1)) * 50;
  if (folded === sought) return 500;
  if (folded.startsWith(sought)) return 400 + share;
  if (hasWordsOf(sought, folded)) return 300 + share;
  if (folded.includes(sought)) return 200 + share;
  const span = spanOf(sought.replaceAll(" ", ""), folded);
  return span === null ? null : 100 + share - Math.min(span, 50);
}

/** True if each word of the query begins a word of the text, in the same order. */
function hasWordsOf(query: string, text: string): boolean {
  const words = wordsOf(text);
  let from = 0;
  for (const sought of query.split(" ")) {
    const found = words.findIndex((word, index) => index >= from && word.startsWith(sought));
    if (found === -1) return false;
    from = found + 1;
  }
  return true;
}

/** The length of the part of the text in which all letters appear in order; null if they are missing or too scattered. */
function spanOf(letters: string, text: string): number | null {
  if (initialsOf(text).startsWith(letters)) return letters.length;
  const starts = [...text].flatMap((letter, index) => (letter === letters[0] ? [index] : []));
  const spans = starts.flatMap((start) => {
    const end = endOf(letters, text.slice(start));
    return end === null ? [] : [end];
  });
  const shortest = Math.min(...spans);
  return shortest <= letters.length * 2 ? shortest : null;
}

function endOf(letters: string, text: string): number | null {
  let end = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, end);
    if (at === -1) return null;
    end = at + 1;
  }
  return end;
}

function initialsOf(text: string): string {
  return wordsOf(text)
    .map((word) => word[0])
    .join("");
}

function wordsOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}
