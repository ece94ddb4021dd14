import { conflict } from "../../contract/errors";
import { limits } from "../../contract/limits";

/** Moves an id to a position from 0; positions beyond either end mean that end. */
export function placeAt(ids: readonly string[], id: string, position: number): string[] {
  const others = ids.filter((each) => each !== id);
  return others.toSpliced(Math.max(0, position), 0, id);
}

/** The position among all siblings that a position among those which exist for the caller means. */
export function positionAmong(
  siblings: readonly { readonly id: string }[],
  hidden: ReadonlySet<string>,
  position: number,
): number {
  const next = siblings.filter(({ id }) => !hidden.has(id))[Math.max(0, position)];
  return next ? siblings.indexOf(next) : siblings.length;
}

/** Inserts restored ids after their former predecessors, as far as those exist. */
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

/** Throws a 409 if a sibling has the name. */
export function requireFree(name: string, siblings: readonly { name: string }[], where: string): void {
  if (!siblings.some((each) => each.name === name)) return;
  throw conflict("name", `is taken: ${where} ${JSON.stringify(name)} already`);
}

/** The name itself if it is free, else the first free one of `Jobs (1)`, `Jobs (2)` and so on. */
export function freeName(name: string, siblings: readonly { name: string }[]): string {
  const taken = new Set(siblings.map((each) => each.name));
  for (let number = 0; ; number++) {
    const suffix = number === 0 ? "" : ` (${number})`;
    const candidate = [...name].slice(0, limits.nameLength - suffix.length).join("") + suffix;
    if (!taken.has(candidate)) return candidate;
  }
}
