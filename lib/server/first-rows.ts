import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Connection } from "pg";
import { type DataRow, QueryInTurns, run } from "./query-in-turns";

/** The first rows of a statement. `isCut` is true if more were left out for their size. */
export interface FirstRows<Row> {
  readonly rows: Row[];
  readonly isCut: boolean;
}

export interface RowBounds {
  /** Maximum bytes of the rows as sent by PostgreSQL; the first row is always kept. */
  readonly bytes: number;
  /** Called with the bytes of each row kept; a throw ends the reading. */
  onRow?(bytes: number): void;
}

interface Reading extends RowBounds {
  /** Allows closing the connection to stop the statement, which would abort a transaction. */
  readonly mayBreakOff: boolean;
}

/** Runs a statement and keeps as many of its first rows as fit into memory. */
export async function readFirstRows<Row extends object>(
  connection: Pick<pg.Pool, "query">,
  statement: pg.QueryConfig,
  reading: Reading,
): Promise<FirstRows<Row>> {
  const { query, error } = await run(connection, new FirstRowsQuery(statement, reading));
  if (error && !query.isCut) throw error;
  return { rows: query._result.rows as Row[], isCut: query.isCut };
}

/**
 * Average bytes of a row, by the texts of statements that were cut last time. These are read by portions, because
 * reconnecting takes longer than all the rest.
 */
const rowBytes = new LRUCache<string, number>({ max: 1_000 });

/** Discards rows beyond the bounds as they arrive, and stops the statement if far too many do. */
class FirstRowsQuery extends QueryInTurns {
  isCut = false;
  #left: number;
  #isOver = false;
  readonly #text: string;
  readonly #reading: Reading;

  constructor(statement: pg.QueryConfig, reading: Reading) {
    const average = rowBytes.get(statement.text);
    // `rows` is the number of rows in a portion; one more than fit shows that there are more.
    super(average === undefined ? statement : { ...statement, rows: Math.ceil(reading.bytes / average) + 1 });
    this.#text = statement.text;
    this.#reading = reading;
    this.#left = reading.bytes;
  }

  /** Ends the statement after a portion if there are enough rows. */
  override handlePortalSuspended(connection: Connection): void {
    if (this.isCut) connection.sync();
    else super.handlePortalSuspended(connection);
  }

  override handleReadyForQuery(connection: Connection): void {
    if (!this.isCut) rowBytes.delete(this.#text);
    super.handleReadyForQuery(connection);
  }

  protected override keep(row: DataRow): void {
    if (this.#isOver) return;
    this.#left -= row.length;
    if (this.#left < 0 && this._result.rows.length > 0) {
      if (!this.isCut)
        rowBytes.set(this.#text, (this.#reading.bytes - this.#left) / (this._result.rows.length + 1));
      this.isCut = true;
      // Discarding a few more is faster than reconnecting.
      if (this.#left < -this.#reading.bytes) this.#end(new Error("enough rows have come"));
      return;
    }
    try {
      this.#reading.onRow?.(row.length);
      super.keep(row);
    } catch (error) {
      this.#end(error);
    }
  }

  /** Makes the pool close the connection, which stops the statement in PostgreSQL. */
  #end(error: unknown): void {
    this.#isOver = true;
    if (this.#reading.mayBreakOff) this.callback(error);
    else this._canceledDueToError = error;
  }
}
