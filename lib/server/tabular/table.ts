import type { Delimiter, ImportFormat } from "../../contract/import-formats";
import type { Note } from "./notes";

/** Decisions about how a file is read; the missing ones are made from its content. */
export interface ReadOptions {
  /** Original name of the file. Its extension is a hint. */
  readonly filename: string;
  readonly format?: ImportFormat;
  /** XLSX: name of the sheet; the first visible one by default. */
  readonly sheet?: string;
  /** CSV. */
  readonly delimiter?: Delimiter;
  /** CSV, JSON and NDJSON: a WHATWG label such as `latin1`. A byte order mark takes precedence. */
  readonly encoding?: string;
  /**
   * CSV, JSON and NDJSON: leaves NULs, and halves of surrogate pairs that JSON escapes, for the caller to refuse, and
   * throws for bytes that cannot be decoded. Otherwise NULs are removed, the others replaced, and both counted.
   */
  readonly isVerbatim?: boolean;
}

/** A file that can be read as a table, any number of times. Holds no resources. */
export interface Table {
  readonly format: ImportFormat;
  /** Names of the worksheets in their order, hidden ones included; null except for XLSX. */
  readonly sheets: readonly string[] | null;
  readonly sheet: string | null;
  /** Null except for CSV. */
  readonly delimiter: Delimiter | null;
  /** WHATWG name; null for XLSX. */
  readonly encoding: string | null;
  read(): Reading;
}

/**
 * One pass over the rows, in batches that take a few milliseconds each. Iterate once. Ending the iteration early
 * closes the file. Throws an `UnreadableFile` for any defect, at the latest at its end.
 */
export interface Reading extends AsyncIterable<readonly Row[]> {
  /** JSON and NDJSON: keys of the rows read so far, in the order first met. Null if the first row may be a header. */
  readonly columns: readonly string[] | null;
  /** Remarks on the rows read so far, such as the number of formulas. */
  readonly notes: readonly Note[];
}

export interface Row {
  /** Counts as a spreadsheet does, from 1 and with blank rows; in JSON and NDJSON, counts objects from 1. */
  readonly number: number;
  /**
   * Texts by column; "" is an empty cell. Rows may be shorter or longer than others. Unless they are
   * verbatim, texts are well-formed and have no NUL, so PostgreSQL can store them.
   */
  readonly cells: readonly string[];
  /** Kinds by column, in formats that have typed cells. Undefined for text and for empty cells. */
  readonly kinds?: readonly (Kind | undefined)[];
}

/**
 * The type that a cell has in the file. Its text is in the API's plain form, whatever the file shows:
 * - `number`, `currency`: `1234.5`; `percent`: a fraction, `0.125` for 12.5 %
 * - `boolean`: `true` or `false`
 * - `date`: `2026-01-31`; `datetime`: `2026-01-31T13:45:00`, with `.250` if it has milliseconds, in no known zone
 * - `time`: `13:45:00`; `duration`: `36:15:00`, hours first
 * - `json`: JSON of a list or object
 */
export interface Kind {
  readonly type:
    | "number"
    | "currency"
    | "percent"
    | "boolean"
    | "date"
    | "datetime"
    | "time"
    | "duration"
    | "json";
  /** Decimal places that the file shows, if it says so. */
  readonly decimalPlaces?: number;
  /** Symbol of a currency, such as `€`. */
  readonly symbol?: string;
}
