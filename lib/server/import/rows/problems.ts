import { badRequest } from "../../../contract/errors";
import { maxRowProblems, type RowProblem } from "../../../contract/import-call";
import { printable } from "../../../contract/plain-json";

/** The rows that are left out, and why. Throws a 400 instead if any wrong row stops the import. */
export class Problems {
  /** The first ones. */
  readonly first: RowProblem[] = [];
  readonly #rows = new Set<number>();
  /** Rows left out, each with its first problem, in the order in which they were found; at most `maxRejected`. */
  readonly rejected: Rejected[] = [];

  constructor(readonly stops: boolean) {}

  /** Number of rows left out. */
  get failed(): number {
    return this.#rows.size;
  }

  add({ value, ...problem }: RowProblem): void {
    const { row, field, message } = problem;
    if (!this.#rows.has(row) && this.rejected.length < maxRejected) this.rejected.push([row, field, message]);
    this.#rows.add(row);
    if (this.first.length >= maxRowProblems) return;
    this.first.push({ ...problem, value: printable(shortened(value)) });
    if (this.first.length === maxRowProblems) this.stopIfAny();
  }

  /** Throws what was found so far, unless wrong rows are skipped. */
  stopIfAny(): void {
    if (!this.stops || this.first.length === 0) return;
    throw badRequest(
      this.first.map(({ row, field, message }) => ({
        path: field === null ? `row ${row}` : `row ${row}, ${field}`,
        message,
      })),
    );
  }
}

/** Number, field and reason. */
export type Rejected = readonly [row: number, field: string | null, message: string];

/** Bounds the memory that wrong rows take. */
const maxRejected = 100_000;

const maxValueLength = 200;

function shortened(text: string): string {
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength).toWellFormed()}…` : text;
}
