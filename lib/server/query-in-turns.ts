import type { Duplex } from "node:stream";
import pg, { type Connection } from "pg";
import { turnsOfCall } from "./turns";

/** Bytes of rows that take about a millisecond to read. */
const turnBytes = 150_000;

/** A row as received from PostgreSQL by `pg`. */
export interface DataRow {
  readonly length: number;
}

/** Internals of `pg`'s Query that its types lack. */
interface QueryInside {
  submit(connection: Connection): Error | null;
  handleDataRow(row: DataRow): void;
  handlePortalSuspended(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  callback(error: unknown): void;
  _canceledDueToError: unknown;
  readonly _result: { readonly rows: unknown[]; readonly rowCount: number | null };
}

const Query = pg.Query as unknown as new (
  statement: pg.QueryConfig & { readonly rows?: number },
) => Omit<pg.Query, "submit"> & QueryInside;

/** Reads rows in turns with other calls. `pg` reads all that have arrived at once, which may be megabytes. */
export class QueryInTurns extends Query {
  #stream: Duplex | undefined;
  /** Bytes of rows since the last turn. */
  #inTurn = 0;
  readonly #takeTurn = turnsOfCall();

  override submit(connection: Connection): Error | null {
    this.#stream = connection.stream;
    return super.submit(connection);
  }

  override handleDataRow(row: DataRow): void {
    this.keep(row);
    this.#inTurn += row.length;
    if (this.#inTurn > turnBytes) this.#pause();
  }

  protected keep(row: DataRow): void {
    super.handleDataRow(row);
  }

  #pause(): void {
    this.#inTurn = 0;
    const stream = this.#stream?.pause();
    this.#takeTurn(1).then(() => stream?.resume());
  }
}

interface Rows<Row> {
  readonly rows: Row[];
  readonly rowCount: number | null;
}

/** Runs a statement and reads its rows in turns. */
export async function readRows<Row>(
  connection: Pick<pg.Pool, "query">,
  statement: pg.QueryConfig,
): Promise<Rows<Row>> {
  const { query, error } = await run(connection, new QueryInTurns(statement));
  if (error) throw withStack(error);
  return query._result as Rows<Row>;
}

/** Runs a query on a connection, or on any of a pool. Resolves once it has ended. */
export function run<Run extends QueryInTurns>(
  connection: Pick<pg.Pool, "query">,
  query: Run,
): Promise<{ query: Run; error: Error | undefined }> {
  return new Promise((resolve) => {
    // A pool accepts query objects like a client, but its types lack this.
    const submit = connection.query as unknown as (
      query: QueryInTurns,
      done: (error?: Error) => void,
    ) => void;
    submit.call(connection, query, (error) => resolve({ query, error }));
  });
}

/** Replaces the stack trace, which leads to the socket, by one that leads to the caller. */
function withStack(error: Error): Error {
  Error.captureStackTrace(error);
  return error;
}
