/** An upper estimate of widths in pixels, for small text and the padding of a pill. */
const characterWidth = 7;
const pillPadding = 16;
const gap = 4;
const cellPadding = 16;
/** The width of the "+3" that counts hidden pills. */
const restWidth = 28;

/** The number of pills with these texts that fit in a cell; at least one. */
export function countFitting(
  texts: readonly string[],
  { width, lines }: { readonly width: number; readonly lines: number },
): number {
  const room = Math.max(width - cellPadding, pillPadding);
  let line = 1;
  let used = 0;
  for (const [index, text] of texts.entries()) {
    const pill = Math.min(text.length * characterWidth + pillPadding, room);
    const fits = () => {
      const isLast = index === texts.length - 1 || line < lines;
      return used + (used > 0 ? gap : 0) + pill + (isLast ? 0 : restWidth) <= room;
    };
    if (!fits() && line < lines && used > 0) {
      line += 1;
      used = 0;
    }
    if (!fits()) return Math.max(1, index);
    used += (used > 0 ? gap : 0) + pill;
  }
  return texts.length;
}
