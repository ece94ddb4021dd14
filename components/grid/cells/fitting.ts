/** Of small text, with what a pill has around it; rather too much than too little. */
const characterWidth = 7;
const pillPadding = 16;
const gap = 4;
const cellPadding = 16;
/** What says how many more there are. */
const restWidth = 28;

/** How many pills with these texts a cell of the width has room for, at least one. */
export function countFitting(texts: readonly string[], width: number): number {
  const room = width - cellPadding;
  let used = 0;
  for (const [index, text] of texts.entries()) {
    used += text.length * characterWidth + pillPadding + (index > 0 ? gap : 0);
    const isLast = index === texts.length - 1;
    if (used + (isLast ? 0 : restWidth) > room) return Math.max(1, index);
  }
  return texts.length;
}
