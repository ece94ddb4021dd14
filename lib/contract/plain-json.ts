import { limits } from "./limits";

/** Something that no operation takes, and where it stands. */
export interface Hostile {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** A value, linked to what it stands in. */
interface Place {
  readonly value: unknown;
  readonly key: PropertyKey | undefined;
  readonly within: Place | undefined;
}

/**
 * Finds what is to be refused wherever it stands: nesting beyond the limit, keys that would reach an object's
 * prototype, and text that PostgreSQL or UTF-8 cannot hold. Goes level by level instead of calling itself, so
 * that no depth can exhaust the stack.
 */
export function findHostile(json: unknown): Hostile | undefined {
  let level: Place[] = [{ value: json, key: undefined, within: undefined }];
  for (let depth = 0; level.length > 0; depth++) {
    const next: Place[] = [];
    for (const place of level) {
      const { value } = place;
      const badText = typeof value === "string" ? problemOf(value) : undefined;
      if (badText !== undefined) return hostile(place, badText);
      if (typeof value !== "object" || value === null) continue;
      if (depth >= limits.jsonDepth) return hostile(place, `is nested more than ${limits.jsonDepth} deep`);
      for (const [key, child] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
        const entry = { value: child, key, within: place };
        if (key === "__proto__") return hostile(entry, "is not a known key");
        const badKey = typeof key === "string" ? problemOf(key) : undefined;
        if (badKey !== undefined) return hostile(entry, badKey);
        next.push(entry);
      }
    }
    level = next;
  }
  return undefined;
}

function problemOf(text: string): string | undefined {
  if (text.includes("\0")) return "holds a NUL character, which cannot be stored";
  if (!text.isWellFormed()) return "holds half of a surrogate pair, which is not valid text";
  return undefined;
}

function hostile(place: Place, message: string): Hostile {
  const path: PropertyKey[] = [];
  for (let at: Place | undefined = place; at?.key !== undefined; at = at.within) path.unshift(at.key);
  return { path: path.map(printable), message };
}

/** A path may hold the very characters that it tells of. */
function printable(key: PropertyKey): PropertyKey {
  return typeof key === "string" ? key.toWellFormed().replaceAll("\0", "\\u0000") : key;
}
