import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "../../prisma/client/client";
import { limits } from "../contract/limits";
import { ConnectionShares } from "./connection-shares";
import { env } from "./env";
import { type FirstRows, type RowBounds, readFirstRows } from "./first-rows";
import { logger } from "./logger";

export { Prisma };

/** SQL with its parameters apart: text from outside never becomes part of a statement. */
export type Sql = Prisma.Sql;

/** What the verbs of one change set run on. */
export type Transaction = Prisma.TransactionClient;

interface Database {
  readonly pool: Pool;
  /** One connection apart from the others, so that who calls is known however busy those are. */
  readonly door: pg.Pool;
  readonly prisma: PrismaClient;
  /** The same for calls by themselves, each in its caller's share. */
  readonly single: Transaction;
  readonly underWay: AsyncLocalStorage<UnderWay>;
  readonly shares: ConnectionShares;
}

/** A transaction in whose course everything below goes through its connection. */
interface UnderWay {
  /** Until it has its connection. */
  isOpening: boolean;
  /** When it has taken too long, as `performance.now()` counts. */
  deadline: number;
  client?: pg.PoolClient;
  transaction?: Transaction;
  /** What waits until it is stored. */
  readonly afterwards: (() => void)[];
}

/** Our own server and Next's bundle load this module once each; the connections are the process's. */
const shared = globalThis as typeof globalThis & { rowhouseDatabase?: Database };

/** The client for everything but records. */
export function prisma(): Transaction {
  const { single, underWay } = database();
  return underWay.getStore()?.transaction ?? single;
}

/** Runs one statement and gives its rows. */
export async function query<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await onConnection((connection) => connection.query<Row>(single(sql)));
  return rows;
}

/** The same for a statement that comes again with the same text: each connection parses it once. */
export async function queryOften<Row extends object>(sql: Sql): Promise<Row[]> {
  const statement = { ...single(sql), name: nameOf(sql.text) };
  const { rows } = await onConnection((connection) => connection.query<Row>(statement));
  return rows;
}

/** The same for one whose rows may be too large to be in memory together; `isOften` as above. */
export async function queryFirst<Row extends object>(
  sql: Sql,
  { isOften = false, ...bounds }: RowBounds & { readonly isOften?: boolean },
): Promise<FirstRows<Row>> {
  const statement = { ...single(sql), ...(isOften && { name: nameOf(sql.text) }) };
  const mayBreakOff = database().underWay.getStore()?.client === undefined;
  return onConnection((connection) => readFirstRows(connection, statement, { ...bounds, mayBreakOff }));
}

/** Runs one statement that writes, and gives how many rows it has written. */
export async function execute(sql: Sql): Promise<number> {
  const { rowCount } = await onConnection((connection) => connection.query(single(sql)));
  return rowCount ?? 0;
}

/** Asks who a caller is: however busy the database is with others, there is a connection for that. */
export async function queryAtDoor<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await database().door.query<Row>({ ...single(sql), name: nameOf(sql.text) });
  return rows;
}

/** What `work` asks of the database counts for this caller, who has a share of the connections and no more. */
export function inShareOf<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
  return database().shares.of(caller, work);
}

/** An option of `pg` that its types leave out. */
interface SingleStatement extends pg.QueryConfig {
  readonly queryMode: "extended";
}

/** By the extended protocol, also without values: the simple one would run several statements in one text. */
function single({ text, values }: Sql): SingleStatement {
  return { text, values, queryMode: "extended" };
}

/**
 * All that `work` does is stored together, or when it throws not at all: what it reads and writes by this
 * module, directly or not, goes through one transaction. Within another one, this one can fail by itself.
 */
export async function transact<Result>(
  work: (transaction: Transaction) => Promise<Result>,
  { longest = 30_000 }: { readonly longest?: number } = {},
): Promise<Result> {
  const { prisma: client, underWay, shares } = database();
  const outer = underWay.getStore()?.transaction;
  if (outer) return nest(outer, work);
  const opened: UnderWay = { isOpening: true, deadline: Number.POSITIVE_INFINITY, afterwards: [] };
  const open = () =>
    client.$transaction(
      async (transaction) => {
        opened.transaction = transaction;
        opened.deadline = performance.now() + longest;
        try {
          await query(allowTime);
          return await work(transaction);
        } finally {
          // Whatever goes on after this goes its own way.
          opened.transaction = undefined;
          opened.client = undefined;
        }
      },
      {
        isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
        maxWait: 2_000,
        // Prisma takes everything back at its own deadline, but knows nothing of our statements: one that came
        // after that would be stored by itself. So that none does, ours is always the first.
        timeout: longest + 1_000,
      },
    );
  const result = await underWay.run(opened, () => shares.within(open));
  for (const step of opened.afterwards) step();
  return result;
}

/** A statement of a transaction may write, and that takes longer than reading. */
const allowTime = Prisma.sql`SET LOCAL statement_timeout = ${Prisma.raw(String(limits.statementSeconds * 1_000))}`;

/** Does something as soon as what is under way is stored, and never where it is taken back; at once where nothing is. */
export function whenStored(step: () => void): void {
  const under = database().underWay.getStore();
  if (under?.transaction) under.afterwards.push(step);
  else step();
}

/** Whether what is read now may be taken back. */
export function isInTransaction(): boolean {
  return database().underWay.getStore()?.transaction !== undefined;
}

async function nest<Result>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  await query(Prisma.sql`SAVEPOINT "nested"`);
  try {
    const result = await work(transaction);
    await query(Prisma.sql`RELEASE SAVEPOINT "nested"`);
    return result;
  } catch (error) {
    await query(Prisma.sql`ROLLBACK TO SAVEPOINT "nested"`);
    throw error;
  }
}

/** Works on the connection of the transaction under way, or else on any; throws once that has taken too long. */
async function onConnection<Result>(
  work: (connection: Pick<pg.Pool, "query">) => Promise<Result>,
): Promise<Result> {
  const { pool, underWay, shares } = database();
  const opened = underWay.getStore();
  if (!opened?.client) return shares.within(() => work(pool));
  if (performance.now() > opened.deadline) throw new OutOfTime();
  return work(opened.client);
}

/** Has the code that Prisma gives to a transaction of its own that took too long. */
class OutOfTime extends Error {
  readonly code = "P2028";

  constructor() {
    super("the transaction has taken too long");
  }
}

/** How many connections are in use and idle, and how many callers wait for one, as of now. */
export function connectionCounts(): {
  readonly active: number;
  readonly idle: number;
  readonly waiting: number;
} {
  const open = shared.rowhouseDatabase;
  const pools = open ? [...new Set([open.pool, open.door])] : [];
  const sumOf = (count: (pool: pg.Pool) => number) => pools.reduce((sum, pool) => sum + count(pool), 0);
  return {
    active: sumOf(({ totalCount, idleCount }) => totalCount - idleCount),
    idle: sumOf(({ idleCount }) => idleCount),
    waiting: sumOf(({ waitingCount }) => waitingCount),
  };
}

export async function closeDatabase(): Promise<void> {
  const open = shared.rowhouseDatabase;
  if (!open) return;
  shared.rowhouseDatabase = undefined;
  await open.prisma.$disconnect();
  for (const pool of new Set([open.pool, open.door])) await pool.end();
}

function database(): Database {
  shared.rowhouseDatabase ??= openDatabase();
  return shared.rowhouseDatabase;
}

function openDatabase(): Database {
  const underWay = new AsyncLocalStorage<UnderWay>();
  const most = env.DATABASE_CONNECTIONS;
  const options = {
    connectionString: env.DATABASE_URL,
    // Whoever gets no connection is to hear of it within two seconds.
    connectionTimeoutMillis: 1_800,
    // Statements name their partition, so that a plan which is kept locks no other. It is kept while the table
    // grows: at this cost it goes by an index even where the table is small.
    options: `-c random_page_cost=1.1 -c timezone=UTC -c lock_timeout=${longestWait} -c statement_timeout=${limits.readSeconds * 1_000}`,
  };
  const pool = watched(new Pool(underWay, { ...options, max: Math.max(1, most - 1) }));
  const door = most > 1 ? watched(new pg.Pool({ ...options, max: 1 })) : pool;
  const shares = new ConnectionShares(Math.max(1, Math.floor(most / 4)));
  const client = new PrismaClient({ adapter: new PrismaPg(pool) });
  const single = client.$extends({
    query: { $allOperations: ({ args, query: run }) => shares.within(() => run(args)) },
  });
  // An extended client has the same calls, by types of its own.
  return { pool, door, prisma: client, single: single as unknown as Transaction, underWay, shares };
}

/** How long a statement waits for what another transaction holds, in milliseconds: its connection waits along. */
const longestWait = 3_000;

function watched<Watched extends pg.Pool>(pool: Watched): Watched {
  // A connection that dies while idle is replaced by the next one that is asked for.
  pool.on("error", (error) => {
    if (!pool.ending) logger.warn({ err: error }, "a database connection was lost");
  });
  // One that dies as it is handed out, before whoever takes it listens, would be nobody's error; they hear of it as
  // they use it.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("release", (error, client) => {
    if (!error) forgetStatements(client);
  });
  return pool;
}

/** Remembers the connection that Prisma takes for a transaction, so that our own statements can go through it. */
class Pool extends pg.Pool {
  readonly #underWay: AsyncLocalStorage<UnderWay>;

  constructor(underWay: AsyncLocalStorage<UnderWay>, options: pg.PoolConfig) {
    super(options);
    this.#underWay = underWay;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): unknown {
    if (callback) return super.connect(callback);
    const opened = this.#underWay.getStore();
    return super.connect().then((client) => {
      if (opened?.isOpening) Object.assign(opened, { isOpening: false, client });
      return client;
    });
  }
}

/** Statements that a connection keeps prepared at most; every table has some of its own. */
const mostStatements = 200;

/** Lets a connection forget its statements when they have become too many: those that are in use come again. */
function forgetStatements(client: pg.PoolClient): void {
  // What `pg` knows of the statements of a connection, by their names; its types leave it out.
  const { connection } = client as unknown as {
    connection: { parsedStatements: { [name: string]: string } };
  };
  if (Object.keys(connection.parsedStatements).length < mostStatements) return;
  client.query("DEALLOCATE ALL", (error) => {
    if (!error) connection.parsedStatements = {};
  });
}

/** The names of statements by their texts, which are dear to find. */
const names = new Map<string, string>();

/** From the text itself: the connections know these names, and serve every copy of this module. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= 10 * mostStatements) names.clear();
  const name = `rowhouse_${hash("sha256", text, "base64url")}`;
  names.set(text, name);
  return name;
}
