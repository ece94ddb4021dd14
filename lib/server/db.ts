import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "../../prisma/client/client";
import { limits } from "../contract/limits";
import { env } from "./env";
import { logger } from "./logger";

export { Prisma };

/** SQL with its parameters apart: text from outside never becomes part of a statement. */
export type Sql = Prisma.Sql;

/** What the verbs of one change set run on. */
export type Transaction = Prisma.TransactionClient;

interface Database {
  readonly pool: Pool;
  readonly prisma: PrismaClient;
  readonly underWay: AsyncLocalStorage<UnderWay>;
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
  const { prisma: client, underWay } = database();
  return underWay.getStore()?.transaction ?? client;
}

/** Runs one statement and gives its rows. */
export async function query<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await connection().query<Row>({ text: sql.text, values: sql.values });
  return rows;
}

/** The same for a statement that comes again with the same text: each connection parses it once. */
export async function queryOften<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await connection().query<Row>({
    name: nameOf(sql.text),
    text: sql.text,
    values: sql.values,
  });
  return rows;
}

/** Runs one statement that writes, and gives how many rows it has written. */
export async function execute(sql: Sql): Promise<number> {
  const { rowCount } = await connection().query({ text: sql.text, values: sql.values });
  return rowCount ?? 0;
}

/**
 * All that `work` does is stored together, or when it throws not at all: what it reads and writes by this
 * module, directly or not, goes through one transaction. Within another one, this one can fail by itself.
 */
export async function transact<Result>(
  work: (transaction: Transaction) => Promise<Result>,
  { longest = 30_000 }: { readonly longest?: number } = {},
): Promise<Result> {
  const { prisma: client, underWay } = database();
  const outer = underWay.getStore()?.transaction;
  if (outer) return nest(outer, work);
  const opened: UnderWay = { isOpening: true, deadline: Number.POSITIVE_INFINITY, afterwards: [] };
  const result = await underWay.run(opened, () =>
    client.$transaction(
      async (transaction) => {
        opened.transaction = transaction;
        opened.deadline = performance.now() + longest;
        try {
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
    ),
  );
  for (const step of opened.afterwards) step();
  return result;
}

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

/** The connection of the transaction under way, or else any; throws once that has taken too long. */
function connection(): Pick<pg.Pool, "query"> {
  const { pool, underWay } = database();
  const opened = underWay.getStore();
  if (opened?.client && performance.now() > opened.deadline) throw new OutOfTime();
  return opened?.client ?? pool;
}

/** Has the code that Prisma gives to a transaction of its own that took too long. */
class OutOfTime extends Error {
  readonly code = "P2028";

  constructor() {
    super("the transaction has taken too long");
  }
}

export async function closeDatabase(): Promise<void> {
  const open = shared.rowhouseDatabase;
  if (!open) return;
  shared.rowhouseDatabase = undefined;
  await open.prisma.$disconnect();
  await open.pool.end();
}

function database(): Database {
  shared.rowhouseDatabase ??= openDatabase();
  return shared.rowhouseDatabase;
}

function openDatabase(): Database {
  const underWay = new AsyncLocalStorage<UnderWay>();
  const pool = new Pool(underWay, {
    connectionString: env.DATABASE_URL,
    max: env.DATABASE_CONNECTIONS,
    // Whoever gets no connection is to hear of it within two seconds.
    connectionTimeoutMillis: 1_800,
    // Statements name their partition, so that a plan which is kept locks no other. It is kept while the table
    // grows: at this cost it goes by an index even where the table is small.
    options: `-c random_page_cost=1.1 -c timezone=UTC -c statement_timeout=${limits.statementSeconds * 1_000}`,
  });
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
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }), underWay };
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
