import type { Tally } from "../notes";

/** Makes a text storable in PostgreSQL: removes NULs and replaces halves of surrogate pairs. Counts both. */
export function plainText(text: string, tally: Tally): string {
  const plain = text.includes("\0") ? withoutNuls(text, tally) : text;
  if (plain.isWellFormed()) return plain;
  tally.add("undecodable", countOf(plain.toWellFormed(), replacement) - countOf(plain, replacement));
  return plain.toWellFormed();
}

/** Stands for what cannot be decoded. */
export const replacement = "\uFFFD";

/** Counts the occurrences of a part in a text, or of bytes in bytes. */
export function countOf<Part extends string | Buffer>(
  within: { indexOf(part: Part, from?: number): number },
  part: Part,
): number {
  let count = 0;
  for (let at = within.indexOf(part); at >= 0; at = within.indexOf(part, at + part.length)) count++;
  return count;
}

function withoutNuls(text: string, tally: Tally): string {
  const plain = text.replaceAll("\0", "");
  tally.add("nul_characters", text.length - plain.length);
  return plain;
}
