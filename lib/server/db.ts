import { hash } from "node:crypto";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { Prisma } from "../../prisma/client/client";
import { limits } from "../contract/limits";
import { database, maxStatements } from "./connections";
import { context, type UnderWay, within } from "./context";
import { type FirstRows, type RowBounds, readFirstRows } from "./first-rows";
import { JsonList } from "./json-list";
import { readRows } from "./query-in-turns";

export { Prisma };

/** SQL with separate parameters, so that external text never becomes part of a statement. */
export type Sql = Prisma.Sql;

/** The client of a transaction. */
export type Transaction = Prisma.TransactionClient;

/** The Prisma client, for everything except records. */
export function prisma(): Transaction {
  return context().underWay?.transaction ?? database().single;
}

/** Runs a statement and returns its rows. */
export async function query<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await onConnection(async (connection) => readRows<Row>(connection, await single(sql)));
  return rows;
}

/** Runs a frequent statement as a prepared one, parsed once per connection. */
export async function queryOften<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await onConnection(async (connection) =>
    readRows<Row>(connection, named(await single(sql))),
  );
  return rows;
}

/** Runs a statement whose rows may exceed the memory. `isOften` prepares it; `asArrays` returns rows as arrays. */
export async function queryFirst<Row extends object>(
  sql: Sql,
  {
    isOften = false,
    asArrays = false,
    ...bounds
  }: RowBounds & { readonly isOften?: boolean; readonly asArrays?: boolean },
): Promise<FirstRows<Row>> {
  const mayBreakOff = context().underWay?.client === undefined;
  return onConnection(async (connection) => {
    const given = await single(sql);
    const statement = { ...(isOften ? named(given) : given), ...(asArrays && { rowMode: "array" }) };
    return readFirstRows(connection, statement, { ...bounds, mayBreakOff });
  });
}

/**
 * Copies the rows of a query out of the database as bytes, with the given options of COPY. Runs in a transaction, which
 * ends after the last part; if they are not read to their end, its connection is closed, which stops the statement.
 */
export async function* copyOut(sql: Sql, options: Sql): AsyncGenerator<Buffer> {
  const text = `COPY (${withLiterals(sql)}) TO STDOUT (${withLiterals(options)})`;
  const client = await onTransaction(async (connection) => connection);
  const copy = client.query(copyTo(text));
  let isRead = false;
  try {
    yield* copy;
    isRead = true;
  } finally {
    // A property missing in the types of `pg`.
    if (!isRead) (client as unknown as { connection: pg.Connection }).connection.stream.destroy();
  }
}

/** The text of COPY, which takes no parameters, with each value escaped as a literal. */
function withLiterals({ strings, values }: Sql): string {
  return strings.reduce((text, part, index) => `${text}${literalOf(values[index - 1])}${part}`);
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(elementOf)}}` : String(value));
}

/** https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO */
function elementOf(value: unknown): string {
  return value === null ? "NULL" : `"${String(value).replace(/["\\]/g, "\\$&")}"`;
}

/** Runs a writing statement and returns the number of rows written. */
export async function execute(sql: Sql): Promise<number> {
  const { rowCount } = await onConnection(async (connection) => readRows(connection, await single(sql)));
  return rowCount ?? 0;
}

/** Runs a query of authentication on the reserved connection, independent of the load. */
export async function queryReserved<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await database().reserved.query<Row>(named(await single(sql)));
  return rows;
}

/** True if `heldTransactionId` has a connection of its own. */
export function holdsTransactionIds(): boolean {
  const { pool, reserved } = database();
  return pool !== reserved;
}

/**
 * The id of a second transaction, which counts as running until `release`. Takes the reserved connection, so that
 * transactions that use all others cannot wait for each other; to be released within milliseconds.
 */
export async function heldTransactionId(): Promise<{ id: string; release(): Promise<void> }> {
  const client = await database().reserved.connect();
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<{ id: string }>(`SELECT pg_current_xact_id()::text AS "id"`);
    return {
      id: rows[0]?.id ?? "",
      release: () =>
        client.query("ROLLBACK").then(
          () => client.release(),
          (error) => client.release(error),
        ),
    };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** An option of `pg` that is missing in its types. */
interface SingleStatement extends pg.QueryConfig {
  readonly queryMode: "extended";
}

/** Forces the extended protocol, because the simple one would run several statements in one text. */
async function single({ text, values }: Sql): Promise<SingleStatement> {
  return { text, values: await serialised(values), queryMode: "extended" };
}

function serialised(values: unknown[]): unknown[] | Promise<unknown[]> {
  if (!values.some((value) => value instanceof JsonList)) return values;
  return Promise.all(values.map((value) => (value instanceof JsonList ? value.toParameter() : value)));
}

/**
 * Runs `work` in a transaction: everything is committed together, or rolled back by a throw. All reads and writes
 * through this module within `work` use it. Nested calls can fail separately.
 */
export async function transact<Result>(
  work: () => Promise<Result>,
  { maxMs = 30_000, hasSeat = false }: TransactionOptions = {},
): Promise<Result> {
  if (isInTransaction()) return nest(work);
  const { ReadCommitted: isolation } = Prisma.TransactionIsolationLevel;
  const run = () => begin(work, { maxMs, isolation, settings: [allowTime] });
  return hasSeat ? run() : database().shares.within(run);
}

export interface TransactionOptions {
  /** Maximum duration in ms, for changes that may be long. */
  readonly maxMs?: number;
  /**
   * True if the caller has taken a seat (`connection-seats.ts`). The connection then does not count for its share, whose
   * other queries could not run meanwhile.
   */
  readonly hasSeat?: boolean;
}

/**
 * Runs `work` in a read-only transaction of up to `maxMs` whose reads see the database as of its first statement. Its
 * connection does not count for the caller's share, because the caller's other queries could not run meanwhile; the
 * number of snapshots has to be limited where they are requested.
 */
export function readSnapshot<Result>(
  work: () => Promise<Result>,
  { maxMs }: { readonly maxMs: number },
): Promise<Result> {
  const { RepeatableRead: isolation } = Prisma.TransactionIsolationLevel;
  return begin(work, { maxMs, isolation, settings: [Prisma.sql`SET TRANSACTION READ ONLY`, allowTime] });
}

interface Beginning {
  readonly maxMs: number;
  readonly isolation: Prisma.TransactionIsolationLevel;
  /** Statements to run first. */
  readonly settings: readonly Sql[];
}

async function begin<Result>(
  work: () => Promise<Result>,
  { maxMs, isolation, settings }: Beginning,
): Promise<Result> {
  const { prisma: client } = database();
  const opened: UnderWay = {
    isOpening: true,
    deadline: Number.POSITIVE_INFINITY,
    latest: Promise.resolve(),
    afterwards: [],
  };
  const open = () =>
    client.$transaction(
      async (transaction) => {
        opened.transaction = transaction;
        opened.deadline = performance.now() + maxMs;
        try {
          for (const setting of settings) await query(setting);
          return await work();
        } finally {
          // Later queries of `work` run outside of the transaction.
          opened.transaction = undefined;
          opened.client = undefined;
        }
      },
      {
        isolationLevel: isolation,
        maxWait: 2_000,
        // Prisma rolls back at its own deadline without knowing our statements; a later one would be committed
        // separately. Our deadline is always earlier, so that none follows.
        timeout: maxMs + 1_000,
      },
    );
  const result = await within({ underWay: opened }, open);
  for (const step of opened.afterwards) step();
  return result;
}

/** Statements in transactions may write, which takes longer than reading. */
const allowTime = Prisma.sql`SET LOCAL statement_timeout = ${Prisma.raw(String(limits.statementSeconds * 1_000))}`;

/**
 * Runs `step` after the commit of the current transaction, never after a rollback; immediately outside of a
 * transaction.
 */
export function whenStored(step: () => void): void {
  const under = context().underWay;
  if (under?.transaction) under.afterwards.push(step);
  else step();
}

/** Runs `work` on the connection of the current transaction, for what `query` cannot do, such as COPY. */
export function onTransaction<Result>(work: (connection: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = context().underWay?.client;
  if (!client) throw new Error("this must run within a transaction");
  return work(client);
}

/** Runs `work` outside of the transaction in whose course it was scheduled, such as by a timer. */
export function outsideTransaction<Result>(work: () => Result): Result {
  return within({ underWay: undefined }, work);
}

/** True inside a transaction. */
export function isInTransaction(): boolean {
  return context().underWay?.transaction !== undefined;
}

/** Throws outside of a transaction: the first line of functions whose locks and writes have to end together. */
export function requireTransaction(): void {
  if (!isInTransaction()) throw new Error("this must run within a transaction");
}

async function nest<Result>(work: () => Promise<Result>): Promise<Result> {
  await query(Prisma.sql`SAVEPOINT "nested"`);
  try {
    const result = await work();
    await query(Prisma.sql`RELEASE SAVEPOINT "nested"`);
    return result;
  } catch (error) {
    await query(Prisma.sql`ROLLBACK TO SAVEPOINT "nested"`);
    throw error;
  }
}

/** Uses the connection of the current transaction, else any. Throws after the transaction's deadline. */
async function onConnection<Result>(
  work: (connection: Pick<pg.Pool, "query">) => Promise<Result>,
): Promise<Result> {
  const { pool, shares } = database();
  const opened = context().underWay;
  if (!opened?.client) return shares.within(() => work(pool));
  const { client } = opened;
  // One after another: a connection takes no second statement meanwhile.
  const done = opened.latest.then(() => {
    // Not after its end, when the connection may be another caller's.
    if (opened.client !== client || performance.now() > opened.deadline) throw new OutOfTime();
    return work(client);
  });
  opened.latest = done.catch(() => {});
  return done;
}

/** Has the code of Prisma's own transaction timeout. */
class OutOfTime extends Error {
  readonly code = "P2028";

  constructor() {
    super("the transaction has taken too long");
  }
}

/** Makes a statement a prepared one. */
function named(statement: SingleStatement): SingleStatement {
  return { ...statement, name: nameOf(statement.text ?? "") };
}

/** Names of statements by their texts, which are expensive to compute. */
const names = new Map<string, string>();

/** Derived from the text, because connections are shared by every copy of this module. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= 10 * maxStatements) names.clear();
  const name = `rowhouse_${hash("sha256", text, "base64url")}`;
  names.set(text, name);
  return name;
}
