import { limits } from "./limits";

/** A value that no operation accepts, and its path. */
export interface Hostile {
  readonly path: PropertyKey[];
  readonly message: string;
}

/**
 * Finds values that are refused anywhere: nesting beyond the limit, keys that would reach an object's prototype,
 * and text that PostgreSQL or UTF-8 cannot store.
 */
export function findHostile(json: unknown, place: readonly PropertyKey[] = []): Hostile | undefined {
  const found = findWithin(json, place.length);
  return found && { ...found, path: [...place, ...found.path] };
}

/** Stops at the depth limit, so that no input exhausts the stack. */
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
  if (text.includes("\0")) return { path: [], message: "contains a NUL character, which cannot be stored" };
  if (text.isWellFormed()) return undefined;
  return { path: [], message: "contains half of a surrogate pair, which is not valid text" };
}

function below(key: PropertyKey, { path, message }: Hostile): Hostile {
  return { path: [key, ...path], message };
}

/** Escapes a key for a path, because it may contain the characters that are refused. */
export function printable(key: string): string {
  return key.toWellFormed().replaceAll("\0", "\\u0000");
}
