/** Something worth telling that is no error. `message` is a whole sentence. */
export interface Note {
  readonly code: NoteCode;
  readonly count: number;
  readonly message: string;
}

const sentences = {
  formulas: (count: number) =>
    count === 1
      ? "1 formula was read as the value that was last calculated."
      : `${count.toLocaleString("en")} formulas were read as the values that were last calculated.`,
  formulas_without_value: (count: number) =>
    `${cells(count)} a formula whose value is not in the file and ${count === 1 ? "was" : "were"} read as empty. Open the file in a spreadsheet program and save it to calculate them.`,
  error_cells: (count: number) =>
    `${cells(count)} an error such as #DIV/0! and ${count === 1 ? "was" : "were"} read as empty.`,
  undecodable: (count: number) =>
    count === 1
      ? "1 character could not be decoded and was replaced by �. The file may have another encoding."
      : `${count.toLocaleString("en")} characters could not be decoded and were replaced by �. The file may have another encoding.`,
  nul_characters: (count: number) =>
    count === 1
      ? "1 NUL character was removed."
      : `${count.toLocaleString("en")} NUL characters were removed.`,
} as const satisfies Record<string, (count: number) => string>;

export type NoteCode = keyof typeof sentences;

function cells(count: number): string {
  return count === 1 ? "1 cell has" : `${count.toLocaleString("en")} cells have`;
}

/** Counts what the notes of a reading tell. */
export class Tally {
  readonly #counts = new Map<NoteCode, number>();

  add(code: NoteCode, count = 1): void {
    if (count !== 0) this.#counts.set(code, (this.#counts.get(code) ?? 0) + count);
  }

  get notes(): Note[] {
    return [...this.#counts]
      .filter(([, count]) => count > 0)
      .map(([code, count]) => ({ code, count, message: sentences[code](count) }));
  }
}
