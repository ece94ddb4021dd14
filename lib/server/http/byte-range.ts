/** Bytes of a body, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a `Range` header for a body of `size` bytes. Returns `"none"` if the range is not satisfiable (416), and
 * undefined for the whole body: without the header, for several ranges, other units and malformed headers.
 * https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function rangeOf(header: string | null, size: number): ByteRange | "none" | undefined {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") return lastBytes(Number(last), size);
  const [start, end] = [Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1)];
  if (last !== "" && Number(last) < start) return undefined;
  return start < size ? { start, end } : "none";
}

function lastBytes(count: number, size: number): ByteRange | "none" {
  if (count === 0 || size === 0) return "none";
  return { start: Math.max(0, size - count), end: size - 1 };
}
