import { conflict } from "../../contract/errors";
import { limits } from "../../contract/limits";

/** The ids with one of them at a position from 0; a position beyond either end means that end. */
export function placeAt(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((each) => each !== id);
  return others.toSpliced(Math.max(0, position), 0, id);
}

/** The ids with those that are back: each comes behind the one that it came behind, as far as that is there. */
export function placeBack(
  ids: readonly string[],
  was: readonly string[],
  back: ReadonlySet<string>,
): string[] {
  const placed = ids.filter((id) => !back.has(id) || !was.includes(id));
  was.forEach((id, index) => {
    if (!back.has(id)) return;
    const before = was.slice(0, index).findLast((other) => placed.includes(other));
    placed.splice(before === undefined ? 0 : placed.indexOf(before) + 1, 0, id);
  });
  return placed;
}

/** A 409 when one of the siblings has the name already. */
export function requireFree(name: string, siblings: readonly { name: string }[], where: string): void {
  if (!siblings.some((each) => each.name === name)) return;
  throw conflict("name", `is taken: ${where} ${JSON.stringify(name)} already`);
}

/** The name itself or, where it is taken, the first free one of `Jobs (1)`, `Jobs (2)` and so on. */
export function freeName(name: string, siblings: readonly { name: string }[]): string {
  const taken = new Set(siblings.map((each) => each.name));
  for (let number = 0; ; number++) {
    const suffix = number === 0 ? "" : ` (${number})`;
    const candidate = [...name].slice(0, limits.nameLength - suffix.length).join("") + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
