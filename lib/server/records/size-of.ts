/** Approximate size of a value as JSON in bytes. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return 2 + bytesOf(value);
  if (typeof value !== "object" || value === null) return 8;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += 1 + sizeOf(item);
  else for (const key of Object.keys(value)) size += 4 + key.length + sizeOf(Reflect.get(value, key));
  return size;
}

/** Counts short texts by length: they are many, with mostly one-byte letters. */
function bytesOf(text: string): number {
  return text.length < 1_000 ? text.length : Buffer.byteLength(text);
}

/** Cached sizes of lists. */
const sizes = new WeakMap<object, number>();

/** Caches the size of a list that will not change. */
export function rememberSize<List extends readonly unknown[]>(list: List, size: number): List {
  sizes.set(list, size);
  return list;
}
