import { optionStyle } from "@/components/fields/option-style";
import { optionColors } from "@/lib/field-types/option";

interface BaseIconProps {
  id: string;
  name: string;
}

/** A coloured square with the initials of a database, or the emoji that its name begins with. */
export function BaseIcon({ id, name }: BaseIconProps) {
  return (
    <span
      aria-hidden
      className="flex size-10 shrink-0 items-center justify-center rounded-lg font-semibold text-sm"
      style={optionStyle(colorOf(id))}
    >
      {initialsOf(name)}
    </span>
  );
}

/** Derives the colour from the id, which is random, so that it never changes. */
function colorOf(id: string): string | undefined {
  return optionColors[Number.parseInt(id.slice(0, 8), 16) % optionColors.length];
}

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
