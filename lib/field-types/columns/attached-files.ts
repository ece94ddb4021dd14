/** Counts the files in one cell of attachments as Airtable exports them: `a.png (https://…), b.pdf (https://…)`. */
export function filesIn(text: string): number {
  return text.endsWith(")") ? [...text.matchAll(/\S \(https?:\/\/[^\s()]+\)(?=,|$)/g)].length : 0;
}

/** Counts the files of a column; 0 if it has other cells too. */
export function attachedFilesIn(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const [text, count] of counts) {
    const files = filesIn(text);
    if (files === 0) return 0;
    total += files * count;
  }
  return total;
}
