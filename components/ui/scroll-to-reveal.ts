/** The nearest scroll offset to `scroll` at which a span is visible between `before` and the end of the view. */
export function scrollToReveal(
  scroll: number,
  { from, size }: { from: number; size: number },
  { before, length }: { before: number; length: number },
): number {
  if (from < scroll + before || size > length - before) return Math.max(0, from - before);
  return Math.max(scroll, from + size - length);
}
