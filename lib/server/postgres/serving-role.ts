import { createHmac } from "node:crypto";
import pg from "pg";
import { readPassword } from "./postmaster";
import { addressAt, type ServerPlace } from "./server-place";

/**
 * The role that serves from the embedded PostgreSQL. It owns the tables and nothing else: unlike the role that the
 * cluster was made with, it runs no programs and reads no files, whatever statement it is brought to send.
 */
const servingRole = "rowhouse_server";

/** Where the cluster in `folder` is served from when its server listens at a place. */
export async function servingAddressOf(folder: string, place: ServerPlace): Promise<string> {
  return addressAt(place, { user: servingRole, password: await passwordOf(folder) });
}

/** Follows from the superuser's password, so that no second one has to be kept; it does not lead back to that. */
async function passwordOf(folder: string): Promise<string> {
  return createHmac("sha256", await readPassword(folder))
    .update(servingRole)
    .digest("base64url");
}

/**
 * Makes the serving role in the cluster in `folder` and gives it what the superuser owns: in a cluster of an earlier
 * version that is every table. `client` is the superuser's.
 */
export async function ensureServingRole(client: pg.Client, folder: string): Promise<void> {
  const password = pg.escapeLiteral(await passwordOf(folder));
  // Two processes may visit one cluster at the same time.
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
  // A partition a table: in one transaction that would be more locks than there is room for.
  for (let first = 0; first < rows.length; first += atOnce) {
    const statements = rows.slice(first, first + atOnce).map(({ statement }) => statement);
    await client.query(statements.join(";"));
  }
}

/** Different from the owner's and from Prisma's. */
const roleLock = 76946874;

const atOnce = 200;

/** Sequences of columns go with their tables. */
const ownedBySuperuser = `
  SELECT format('ALTER TABLE %I.%I OWNER TO ${servingRole}', n.nspname, c.relname) AS statement
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND c.relowner = 10 AND n.nspname = 'public'`;
