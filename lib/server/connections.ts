import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { type Prisma, PrismaClient } from "../../prisma/client/client";
import { limits } from "../contract/limits";
import { ConnectionShares } from "./connection-shares";
import { context } from "./context";
import { env } from "./env";
import { logger } from "./logger";

export interface Database {
  readonly pool: Pool;
  /** A reserved connection for authentication, independent of the load. */
  readonly reserved: pg.Pool;
  readonly prisma: PrismaClient;
  /** The client outside of transactions, limited to the caller's share. */
  readonly single: Prisma.TransactionClient;
  readonly shares: ConnectionShares;
}

/** Global, because our server and Next's bundle each load this module, but share the connections. */
const shared = globalThis as typeof globalThis & { rowhouseDatabase?: Database };

/** Current numbers of active and idle connections and of waiting callers. */
export function connectionCounts(): {
  readonly active: number;
  readonly idle: number;
  readonly waiting: number;
} {
  const open = shared.rowhouseDatabase;
  const pools = open ? [...new Set([open.pool, open.reserved])] : [];
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
  for (const pool of new Set([open.pool, open.reserved])) await pool.end();
}

/** The connections of this process, opened with the first use. */
export function database(): Database {
  shared.rowhouseDatabase ??= openDatabase();
  return shared.rowhouseDatabase;
}

function openDatabase(): Database {
  const max = env.DATABASE_CONNECTIONS;
  const options = {
    connectionString: env.DATABASE_URL,
    // Reports a missing connection within two seconds.
    connectionTimeoutMillis: 1_800,
    // Statements name their partition, so that a cached plan locks no other. The plan stays cached while the table
    // grows: at this cost it uses an index even for small tables.
    options: `-c random_page_cost=1.1 -c timezone=UTC -c lock_timeout=${maxLockWait} -c statement_timeout=${limits.readSeconds * 1_000}`,
  };
  const pool = watched(new Pool({ ...options, max: Math.max(1, max - 1) }));
  const reserved = max > 1 ? watched(new pg.Pool({ ...options, max: 1 })) : pool;
  const shares = new ConnectionShares(Math.max(1, Math.floor(max / 4)));
  const client = new PrismaClient({ adapter: new PrismaPg(pool) });
  const single = client.$extends({
    query: { $allOperations: ({ args, query: run }) => shares.within(() => run(args)) },
  });
  // An extended client has the same methods under different types.
  return {
    pool,
    reserved,
    prisma: client,
    single: single as unknown as Prisma.TransactionClient,
    shares,
  };
}

/** Maximum time in ms that a statement waits for a lock, because it blocks its connection. */
const maxLockWait = 3_000;

function watched<Watched extends pg.Pool>(pool: Watched): Watched {
  // The pool replaces a connection that is lost while idle.
  pool.on("error", (error) => {
    if (!pool.ending) logger.warn({ err: error }, "a database connection was lost");
  });
  // Prevents an unhandled error of a connection lost while it is handed out; its user gets an error with the next
  // query.
  pool.on("connect", (client) => client.on("error", () => {}));
  pool.on("release", (error, client) => {
    if (!error) forgetStatements(client);
  });
  return pool;
}

/** Records the connection that Prisma uses for a transaction, so that our own statements can use it too. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Parameters<pg.Pool["connect"]>[0]): void;
  override connect(callback?: Parameters<pg.Pool["connect"]>[0]): unknown {
    if (callback) return super.connect(callback);
    const opened = context().underWay;
    return super.connect().then((client) => {
      if (opened?.isOpening) Object.assign(opened, { isOpening: false, client });
      return client;
    });
  }
}

/** Maximum number of prepared statements per connection; every table has some of its own. */
export const maxStatements = 200;

/** Deallocates all prepared statements of a connection when there are too many; those in use are prepared again. */
function forgetStatements(client: pg.PoolClient): void {
  // `pg`'s registry of prepared statements, missing in its types.
  const { connection } = client as unknown as {
    connection: { parsedStatements: { [name: string]: string } };
  };
  if (Object.keys(connection.parsedStatements).length < maxStatements) return;
  client.query("DEALLOCATE ALL", (error) => {
    if (!error) connection.parsedStatements = {};
  });
}
