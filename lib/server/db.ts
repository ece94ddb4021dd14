import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "../../prisma/client/client";
import { env } from "./env";
import { logger } from "./logger";

export { Prisma };

/** SQL with its parameters apart: text from outside never becomes part of a statement. */
export type Sql = Prisma.Sql;

/** What the verbs of one change set run on. */
export type Transaction = Prisma.TransactionClient;

interface Database {
  pool: pg.Pool;
  prisma: PrismaClient;
}

/** Our own server and Next's bundle load this module once each; the connections are the process's. */
const shared = globalThis as typeof globalThis & { rowhouseDatabase?: Database };

/** The client for everything but records. */
export function prisma(): PrismaClient {
  return database().prisma;
}

/** Runs one statement and gives its rows. */
export async function query<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await database().pool.query<Row>({ text: sql.text, values: sql.values });
  return rows;
}

/** The same for a statement that comes again with the same text: each connection parses it once. */
export async function queryOften<Row extends object>(sql: Sql): Promise<Row[]> {
  const { rows } = await database().pool.query<Row>({
    name: nameOf(sql.text),
    text: sql.text,
    values: sql.values,
  });
  return rows;
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
  const pool = new pg.Pool({
    connectionString: env.DATABASE_URL,
    max: env.DATABASE_CONNECTIONS,
    connectionTimeoutMillis: 2_000,
    // Statements name their partition, so that a plan which is kept locks no other. It is kept while the table
    // grows: at this cost it goes by an index even where the table is small.
    options: "-c random_page_cost=1.1 -c timezone=UTC -c statement_timeout=30000",
  });
  // A connection that dies while idle is replaced by the next one that is asked for.
  pool.on("error", (error) => {
    if (!pool.ending) logger.warn({ err: error }, "a database connection was lost");
  });
  return { pool, prisma: new PrismaClient({ adapter: new PrismaPg(pool) }) };
}

/** Names of prepared statements by text; beyond this many texts, a statement is parsed each time. */
const names = new Map<string, string>();
const mostNames = 200;

/** From the text itself: the connections know these names, and serve every copy of this module. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const name = `rowhouse_${createHash("sha256").update(text).digest("base64url")}`;
  names.set(text, name);
  return name;
}
