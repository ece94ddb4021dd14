/** Returns a test for texts that contain every word of a search, whatever their case and accents. */
export function textFinder(search: string): (text: string) => boolean {
  const words = foldCase(search).split(/\s+/u).filter(Boolean);
  return (text) => words.every((word) => foldCase(text).includes(word));
}

/** Removes accents and case: "resume" finds "Résumé". */
function foldCase(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
