/** About how many bytes a value takes as JSON. */
export function sizeOf(value: unknown): number {
  if (typeof value === "string") return 2 + bytesOf(value);
  if (typeof value !== "object" || value === null) return 8;
  let size = 2;
  if (Array.isArray(value)) for (const item of value) size += 1 + sizeOf(item);
  else for (const key of Object.keys(value)) size += 4 + key.length + sizeOf(Reflect.get(value, key));
  return size;
}

/** Short texts are many, and are mostly of letters with one byte. */
function bytesOf(text: string): number {
  return text.length < 1_000 ? text.length : Buffer.byteLength(text);
}
