/** Maximum bytes of an answer's text, and of its structured content. */
export const maxBytes = 50_000;

/** Maximum bytes of an answer's list, which leaves room for what surrounds it. */
export const listBytes = 45_000;

/** The bytes of a value as JSON. */
export function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? "");
}

/** The first items that fit into so many bytes as JSON. */
export function firstFitting<Item>(items: readonly Item[], bytes: number): Item[] {
  let left = bytes;
  const beyond = items.findIndex((item) => {
    left -= sizeOf(item) + 1;
    return left < 0;
  });
  return beyond === -1 ? [...items] : items.slice(0, beyond);
}

/** Cuts a value to so many bytes as JSON. A list loses its last items; anything else that is no text becomes one. */
export function cutValue(value: unknown, bytes: number): unknown {
  if (sizeOf(value) <= bytes) return value;
  if (Array.isArray(value)) {
    const kept = firstFitting(value, bytes - 2 - sizeOf(ellipsis));
    if (kept.length > 0) return [...kept, ellipsis];
  }
  return cutText(typeof value === "string" ? value : JSON.stringify(value), bytes);
}

const ellipsis = "…";

/** Cuts a text that is longer to so many bytes as JSON, never within a character. */
export function cutText(text: string, bytes: number): string {
  if (sizeOf(text) <= bytes) return text;
  let kept = text.slice(0, bytes);
  for (;;) {
    const cut = `${kept.toWellFormed()}${ellipsis}`;
    const excess = sizeOf(cut) - bytes;
    if (excess <= 0 || kept === "") return cut;
    // A UTF-16 unit takes at most six bytes in JSON.
    kept = kept.slice(0, -Math.ceil(excess / 6));
    if (/[\uD800-\uDBFF]$/.test(kept)) kept = kept.slice(0, -1);
  }
}

/**
 * The largest number of bytes per value with which all values fit into so many bytes; at least `least`, with which they
 * may not.
 */
export function sharedCap(sizes: readonly number[], bytes: number, least: number): number {
  let left = bytes;
  const ascending = sizes.toSorted((one, other) => one - other);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return Math.max(share, least);
    left -= size;
  }
  return Math.max(bytes, least);
}

/** Leaves out the largest parts of a content that is larger than so many bytes, and says so. */
export function withinBytes<Content extends { readonly [key: string]: unknown }>(
  content: Content,
  bytes: number,
): Content | { readonly [key: string]: unknown } {
  if (sizeOf(content) <= bytes) return content;
  const note = "The answer was too large, so that parts of it are left out.";
  const parts = Object.entries(content).toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one));
  const withNote = () => ({ ...Object.fromEntries(parts), note });
  while (sizeOf(withNote()) > bytes) parts.shift();
  return withNote();
}
