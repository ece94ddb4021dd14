/** The nearest place to scroll to, from `scroll`, so that a span is in sight between `before` and the end of the view. */
export function scrollToReveal(
  scroll: number,
  { from, size }: { from: number; size: number },
  { before, length }: { before: number; length: number },
): number {
  if (from < scroll + before || size > length - before) return Math.max(0, from - before);
  return Math.max(scroll, from + size - length);
}
