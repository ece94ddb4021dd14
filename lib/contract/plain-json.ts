import { limits } from "./limits";

/** Something that no operation takes, and where it stands. */
export interface Hostile {
  readonly path: PropertyKey[];
  readonly message: string;
}

/**
 * Finds what is to be refused wherever it stands: nesting beyond the limit, keys that would reach an object's
 * prototype, and text that PostgreSQL or UTF-8 cannot hold.
 */
export function findHostile(json: unknown, place: readonly PropertyKey[] = []): Hostile | undefined {
  const found = findWithin(json, place.length);
  return found && { ...found, path: [...place, ...found.path] };
}

/** Never goes deeper than the limit, so that no depth can exhaust the stack. */
function findWithin(value: unknown, depth: number): Hostile | undefined {
  if (typeof value === "string") return hostileText(value);
  if (typeof value !== "object" || value === null) return undefined;
  if (depth >= limits.jsonDepth) {
    return { path: [], message: `is nested more than ${limits.jsonDepth} deep` };
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = findWithin(item, depth + 1);
      if (found) return below(index, found);
    }
    return undefined;
  }
  for (const [key, child] of Object.entries(value)) {
    const found = hostileKey(key) ?? findWithin(child, depth + 1);
    if (found) return below(printable(key), found);
  }
  return undefined;
}

function hostileKey(key: string): Hostile | undefined {
  return key === "__proto__" ? { path: [], message: "is not a known key" } : hostileText(key);
}

function hostileText(text: string): Hostile | undefined {
  if (text.includes("\0")) return { path: [], message: "holds a NUL character, which cannot be stored" };
  if (text.isWellFormed()) return undefined;
  return { path: [], message: "holds half of a surrogate pair, which is not valid text" };
}

function below(key: PropertyKey, { path, message }: Hostile): Hostile {
  return { path: [key, ...path], message };
}

/** A path may hold the very characters that it tells of. */
export function printable(key: string): string {
  return key.toWellFormed().replaceAll("\0", "\\u0000");
}
