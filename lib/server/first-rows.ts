import pg from "pg";

/** The first rows of a statement, and whether more were left out for their size. */
export interface FirstRows<Row> {
  readonly rows: Row[];
  readonly isCut: boolean;
}

export interface RowBounds {
  /** Of what they hold, as PostgreSQL sends it; the first row comes whatever it holds. */
  readonly bytes: number;
  /** Told of the bytes of each row that is kept; a throw ends the reading. */
  onRow?(bytes: number): void;
}

interface Reading extends RowBounds {
  /** Whether the connection may be closed to stop PostgreSQL, which a transaction would not survive. */
  readonly mayBreakOff: boolean;
}

/** Runs a statement on a connection or a pool, and keeps as many of its first rows as fit into memory together. */
export function readFirstRows<Row extends object>(
  connection: Pick<pg.Pool, "query">,
  statement: pg.QueryConfig,
  reading: Reading,
): Promise<FirstRows<Row>> {
  return new Promise((resolve, reject) => {
    const query = new FirstRowsQuery(statement, reading);
    const done = (error: Error | undefined) => {
      if (error && !query.isCut) reject(error);
      else resolve({ rows: query._result.rows as Row[], isCut: query.isCut });
    };
    // Its types leave out that a pool takes a query as a client does.
    const run = connection.query as unknown as (query: pg.Query, done: unknown) => void;
    run.call(connection, query, done);
  });
}

/** What PostgreSQL sends for a row, as `pg` hands it on. */
interface DataRow {
  readonly length: number;
}

/** What a class that is derived from `pg`'s has to know of it, and its types leave out. */
interface QueryInside {
  handleDataRow(row: DataRow): void;
  callback(error: unknown): void;
  _canceledDueToError: unknown;
  readonly _result: { readonly rows: unknown[] };
}

const Query = pg.Query as unknown as new (statement: pg.QueryConfig) => pg.Query & QueryInside;

/** Lets go of rows beyond the bounds as they come, and breaks off where far too many do. */
class FirstRowsQuery extends Query {
  isCut = false;
  #left: number;
  #isOver = false;
  readonly #reading: Reading;

  constructor(statement: pg.QueryConfig, reading: Reading) {
    super(statement);
    this.#reading = reading;
    this.#left = reading.bytes;
  }

  override handleDataRow(row: DataRow): void {
    if (this.#isOver) return;
    this.#left -= row.length;
    if (this.#left < 0 && this._result.rows.length > 0) {
      this.isCut = true;
      // A few more are let go sooner than a connection is opened anew.
      if (this.#left < -this.#reading.bytes) this.#end(new Error("enough rows have come"));
      return;
    }
    try {
      this.#reading.onRow?.(row.length);
      super.handleDataRow(row);
    } catch (error) {
      this.#end(error);
    }
  }

  /** A pool closes the connection of a statement that has failed, and with it ends what PostgreSQL is still at. */
  #end(error: unknown): void {
    this.#isOver = true;
    if (this.#reading.mayBreakOff) this.callback(error);
    else this._canceledDueToError = error;
  }
}
