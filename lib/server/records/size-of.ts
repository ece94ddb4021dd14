/** About how many bytes a value takes as JSON. */
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

/** Short texts are many, and are mostly of letters with one byte. */
function bytesOf(text: string): number {
  return text.length < 1_000 ? text.length : Buffer.byteLength(text);
}

/** By lists that are asked for again and again. */
const sizes = new WeakMap<object, number>();

/** Remembers about how many bytes a list takes that will not change any more. */
export function rememberSize<List extends readonly unknown[]>(list: List, size: number): List {
  sizes.set(list, size);
  return list;
}
