import type { Row } from "../../tabular";

/** Rows at the beginning that are looked at, and of those after them. */
const firstRows = 5_000;
const otherRows = 500;

/** The first rows, and rows at regular distances after them. */
export class SpreadSample {
  readonly #first: Row[] = [];
  #others: Row[] = [];
  #stride = 1;
  #skipped = 0;
  readonly #keep: (row: Row) => Row;
  count = 0;

  /** `keep` is called for rows of the sample, and may leave out cells to save memory. */
  constructor(keep = (row: Row) => row) {
    this.#keep = keep;
  }

  get rows(): Row[] {
    return [...this.#first, ...this.#others];
  }

  add(batch: readonly Row[]): void {
    for (const row of batch) this.#addRow(row);
  }

  #addRow(row: Row): void {
    this.count++;
    if (this.#first.length < firstRows) {
      this.#first.push(this.#keep(row));
      return;
    }
    if (this.#skipped++ % this.#stride !== 0) return;
    this.#others.push(this.#keep(row));
    if (this.#others.length <= otherRows) return;
    // Keeps every second one and skips twice as many from here on.
    this.#others = this.#others.filter((_, index) => index % 2 === 0);
    this.#stride *= 2;
    this.#skipped = 1;
  }
}
