/** Sorts names by similarity to a misspelt one; dissimilar ones keep their order. */
export function nearestFirst(misspelt: string, names: readonly string[]): string[] {
  const spelt = plain(misspelt);
  const ranks = new Map(names.map((name) => [name, rankOf(plain(name), spelt)]));
  return names.toSorted((one, other) => (ranks.get(one) ?? far) - (ranks.get(other) ?? far));
}

/** The first names of a list and the number of others. */
export function listedNames(names: readonly string[]): string {
  const more = names.length - maxListed;
  return `${names.slice(0, maxListed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const maxListed = 20;

/** Edit distance beyond a typing error. */
const far = 3;
/** Compares only so many characters, which limits the time for huge names. */
const maxCompared = 50;

function plain(name: string): string {
  return name.slice(0, maxCompared).toLowerCase().replaceAll(/[-_]/g, "");
}

function rankOf(name: string, spelt: string): number {
  const distance = editsBetween(name, spelt);
  return distance <= Math.min(far, name.length / 2) ? distance : far;
}

/** The Levenshtein distance. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (let at = 0; at < other.length; at++) {
      const replaced = (row[at] ?? 0) + (character === other[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
