import { type CsvError, Parser } from "csv-parse";
import { limits } from "../../../contract/limits";
import type { Row } from "../table";
import { UnreadableFile } from "../unreadable-file";

/**
 * Parses CSV text that arrives in parts. Tolerates what spreadsheets do: quotes within unquoted cells, rows of
 * different lengths, any line breaks, blank lines (counted, not returned).
 */
export class CsvParser {
  readonly #parser: Parser & { readonly api: Implementation };
  #rows: Row[] = [];
  /** Characters since the last complete row. */
  #pending = 0;

  constructor(delimiter: string) {
    this.#parser = new Parser({
      delimiter,
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_quotes: true,
      skip_empty_lines: true,
    }) as Parser & { api: Implementation };
    const { api } = this.#parser;
    // Replaces the parser's own step, which builds an error for each row of another length even where it tolerates
    // them (three times the time of parsing a row), and passes each row through a stream.
    api.__onRecord = () => {
      api.info.records++;
      this.#rows.push({ number: api.info.records + api.info.empty_lines, cells: api.state.record });
      api.__resetRecord();
    };
    // Passed to the callbacks of `write` and `end`, too.
    this.#parser.on("error", () => {});
    this.#parser.resume();
  }

  /** Returns the rows that the text completes. */
  async write(text: string): Promise<Row[]> {
    await this.#settled((done) => this.#parser.write(text, done));
    return this.#take(text.length);
  }

  /** Returns the last row, if no line break ended it. */
  async end(): Promise<Row[]> {
    await this.#settled((done) => this.#parser.end(done));
    return this.#take(0);
  }

  destroy(): void {
    this.#parser.destroy();
  }

  async #settled(act: (done: (error?: Error | null) => void) => void): Promise<void> {
    try {
      await new Promise<void>((resolve, reject) => act((error) => (error ? reject(error) : resolve())));
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #take(length: number): Row[] {
    const rows = this.#rows;
    this.#rows = [];
    this.#pending = rows.length === 0 ? this.#pending + length : 0;
    const max = limits.importRowCharacters;
    if (this.#pending > max) {
      throw new UnreadableFile(
        `Row ${this.#next} is longer than ${max.toLocaleString("en")} characters. Check for a quote in it that is never closed.`,
        { row: this.#next },
      );
    }
    const wide = rows.find(({ cells }) => cells.length > limits.importColumns)?.number;
    const row =
      wide ?? (this.#parser.api.state.record.length > limits.importColumns ? this.#next : undefined);
    if (row === undefined) return rows;
    throw new UnreadableFile(
      `Row ${row} has more than ${limits.importColumns.toLocaleString("en")} columns. Split the file, or choose another delimiter.`,
      { row },
    );
  }

  /** Number of the row that is not complete yet. */
  get #next(): number {
    const { records, empty_lines } = this.#parser.info;
    return records + empty_lines + 1;
  }

  #explain(error: unknown): unknown {
    const { code } = error as CsvError;
    if (!code?.startsWith("CSV_")) return error;
    const row = this.#next;
    const message =
      code === "CSV_QUOTE_NOT_CLOSED"
        ? `Row ${row} has a quote that is never closed. Close it, or write it twice if it belongs to the text.`
        : `Row ${row} is not valid CSV. Check its quotes.`;
    return new UnreadableFile(message, { row, cause: error });
  }
}

/** The parser's implementation, which is public but not in its types. */
interface Implementation {
  readonly state: { readonly record: readonly string[] };
  readonly info: { records: number; readonly empty_lines: number };
  /** Called at the end of each row. */
  __onRecord(): void;
  __resetRecord(): void;
}
