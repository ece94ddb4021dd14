import { createHmac } from "node:crypto";
import pg from "pg";
import { readPassword } from "./postmaster";
import { addressAt, type ServerPlace } from "./server-place";

/**
 * The role used on the embedded PostgreSQL. It owns the tables and nothing else: unlike the superuser, it cannot
 * run programs or read files through SQL injection.
 */
const servingRole = "rowhouse_server";

/** The serving role's URL of the cluster in `folder` if its server listens on `port`. */
export async function servingAddressOf(folder: string, place: ServerPlace): Promise<string> {
  return addressAt(place, { user: servingRole, password: await passwordOf(folder) });
}

/** Derived from the superuser's password, so that no second one needs to be stored; the derivation is one-way. */
async function passwordOf(folder: string): Promise<string> {
  return createHmac("sha256", await readPassword(folder))
    .update(servingRole)
    .digest("base64url");
}

/**
 * Creates the serving role and gives it everything that the superuser owns, which in a cluster of an earlier
 * version is every table. `client` is the superuser's.
 */
export async function ensureServingRole(client: pg.Client, folder: string): Promise<void> {
  const password = pg.escapeLiteral(await passwordOf(folder));
  // Serialises concurrent processes.
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock($1)", [roleLock]);
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [servingRole]);
  if (rowCount === 0) await client.query(`CREATE ROLE ${servingRole}`);
  await client.query(
    `ALTER ROLE ${servingRole} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${password}`,
  );
  await client.query(`ALTER DATABASE postgres OWNER TO ${servingRole}`);
  await client.query("COMMIT");
  const { rows } = await client.query<{ statement: string }>(ownedBySuperuser);
  // Works in batches: there are too many partitions to lock in one transaction.
  for (let first = 0; first < rows.length; first += atOnce) {
    const statements = rows.slice(first, first + atOnce).map(({ statement }) => statement);
    await client.query(statements.join(";"));
  }
}

/** Differs from the owner's lock and Prisma's. */
const roleLock = 76946874;

const atOnce = 200;

/** Tables and views; sequences of columns follow their tables. */
const ownedBySuperuser = `
  SELECT format('ALTER TABLE %I.%I OWNER TO ${servingRole}', n.nspname, c.relname) AS statement
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v') AND c.relowner = 10 AND n.nspname = 'public'`;
