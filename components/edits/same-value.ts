/** Compares two cell values; undefined equals null. Files are the same if only the signatures of their addresses differ. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || textOf(one) === textOf(other);
}

function textOf(value: unknown): string {
  return JSON.stringify(value ?? null, (key, part) =>
    key === "url" && typeof part === "string" ? part.split("?")[0] : part,
  );
}
