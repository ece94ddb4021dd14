import { limits } from "./limits";
import { name } from "./names";

/**
 * Turns the header of a file into names of fields: trimmed, in one line, at most as long as names may be. Names that are
 * missing or not possible become `Column 3`, repeated ones `Name 2`.
 */
export function columnNames(header: readonly string[]): string[] {
  const given = header.map(cleaned);
  // Names in the file take precedence over those made here, and the first of equal ones stays.
  const taken = new Set(given);
  const used = new Set<string>();
  const numbers = new Map<string, number>();
  const numbered = (wanted: string): string => {
    for (let number = (numbers.get(wanted) ?? 1) + 1; ; number += 1) {
      const suffix = ` ${number}`;
      const candidate = shortened(wanted, limits.nameLength - suffix.length) + suffix;
      numbers.set(wanted, number);
      if (!taken.has(candidate)) return candidate;
    }
  };
  return given.map((each, index) => {
    const wanted = each ?? `Column ${index + 1}`;
    const isFree = each === undefined ? !taken.has(wanted) : !used.has(wanted);
    const unique = isFree ? wanted : numbered(wanted);
    used.add(unique);
    taken.add(unique);
    return unique;
  });
}

function cleaned(text: string): string | undefined {
  const line = shortened(
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, " ")
      .trim(),
    limits.nameLength,
  ).trim();
  return name.safeParse(line).success ? line : undefined;
}

/** Cuts text after so many code points. */
function shortened(text: string, length: number): string {
  return text.length <= length ? text : [...text.slice(0, 2 * length)].slice(0, length).join("");
}
