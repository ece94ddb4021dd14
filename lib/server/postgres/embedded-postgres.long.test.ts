import { once } from "node:events";
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from "./embedded-postgres";
import { findPrograms } from "./postgres-programs";
import { addressOf } from "./postmaster";
import { placeIn, socketPlace } from "./server-place";

let data: string;
let cluster: string;
const started: EmbeddedPostgres[] = [];

beforeAll(async () => {
  data = path.join(await mkdtemp(path.join(tmpdir(), "rowhouse ")), "data");
  cluster = path.join(data, "postgres");
});
afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop();
});
afterAll(() => rm(path.dirname(data), { recursive: true, force: true }));

test("creates a cluster, keeps its data, and can be found while it runs", async () => {
  const first = await start();
  await query(first, "CREATE TABLE kept (value int); INSERT INTO kept VALUES (1)");
  expect(await findRunningPostgres(data)).toBe(first.url);
  await first.stop();
  expect(await findRunningPostgres(data)).toBe(null);
  // The first maintenance creates the reserve, some seconds after the start.
  const kept = (await readdir(data)).filter((name) => name !== "reserve");
  expect(kept).toEqual(["postgres", "postgres.log"]);
  expect(await query(await start(), "SELECT value FROM kept")).toEqual([{ value: 1 }]);
});

test("requires the password, which other users cannot read", async () => {
  const { url } = await start();
  const wrong = new pg.Client(url.replace(/:[^:@]+@/, ":wrong@"));
  await expect(wrong.connect()).rejects.toThrow("password authentication failed");
  expect((await stat(path.join(cluster, "rowhouse.password"))).mode & 0o777).toBe(0o600);
});

test("tables created by an earlier version as superuser move to the serving role", async () => {
  const first = await start();
  await query(
    await superuserOf(first),
    `CREATE TABLE "Old" ("id" int GENERATED ALWAYS AS IDENTITY, "part" int) PARTITION BY LIST ("part");
     CREATE TABLE "Old_1" PARTITION OF "Old" FOR VALUES IN (1);
     INSERT INTO "Old" ("part") VALUES (1)`,
  );
  await first.stop();
  const second = await start();
  await query(
    second,
    `INSERT INTO "Old" ("part") VALUES (1); ALTER TABLE "Old" DETACH PARTITION "Old_1"; CREATE TABLE "New" ()`,
  );
  expect(await query(second, `SELECT "id" FROM "Old_1" ORDER BY "id"`)).toEqual([{ id: 1 }, { id: 2 }]);
  const rights =
    "SELECT rolsuper OR rolcreatedb OR rolcreaterole AS more FROM pg_roles WHERE rolname = current_user";
  expect(await query(second, rights)).toEqual([{ more: false }]);
});

test("is reached by a socket that no other user finds, and by nothing else", async () => {
  const postgres = await start();
  expect(placeIn(postgres.url)).toEqual({ port: 5432, socketFolder: cluster });
  expect((await stat(path.join(cluster, ".s.PGSQL.5432"))).mode & 0o777).toBe(0o700);
  expect((await stat(cluster)).mode & 0o777).toBe(0o700);
  expect(await query(postgres, "SHOW listen_addresses")).toEqual([{ listen_addresses: "" }]);
});

test("is reached by a port where the path of the folder is too long for a socket", async () => {
  const folder = path.join(data, "far", "d".repeat(100));
  expect(socketPlace(folder)).toBeUndefined();
  const postgres = await startEmbeddedPostgres(folder, () => {});
  started.push(postgres);
  expect(placeIn(postgres.url)).toEqual({ port: expect.any(Number), socketFolder: undefined });
  expect(await query(postgres, "SHOW listen_addresses")).toEqual([{ listen_addresses: "127.0.0.1" }]);
  expect(await findRunningPostgres(folder)).toBe(postgres.url);
});

test("is reached by a port where the file system has no sockets", async () => {
  const socket = path.join(cluster, ".s.PGSQL.5432");
  // A folder in place of the socket, which PostgreSQL cannot remove, has the same effect as such a file system.
  await mkdir(socket);
  const postgres = await start();
  expect(placeIn(postgres.url).socketFolder).toBeUndefined();
  expect(await query(postgres, "SELECT value FROM kept")).toEqual([{ value: 1 }]);
  await postgres.stop();
  await rm(socket, { recursive: true });
});

test("keeps every promise of durability", async () => {
  const postgres = await start();
  expect(
    await query(
      postgres,
      "SELECT name, setting FROM pg_settings WHERE name ~ '^(fsync|full_page_writes|synchronous_commit)$'",
    ),
  ).toEqual(["fsync", "full_page_writes", "synchronous_commit"].map((name) => ({ name, setting: "on" })));
});

test("no commit waits for a large file of the log, and checkpoints are as rare as by default", async () => {
  const postgres = await start();
  expect(
    await query(
      postgres,
      "SELECT name, current_setting(name) AS is FROM pg_settings WHERE name ~ 'wal_(segment_size|size|buffers)$'",
    ),
  ).toEqual(
    Object.entries({
      max_wal_size: "1GB",
      min_wal_size: "80MB",
      wal_buffers: "16MB",
      wal_segment_size: "1MB",
    }).map(([name, is]) => ({ name, is })),
  );
});

test("refuses a folder that is in use", async () => {
  const { url } = await start();
  await expect(start()).rejects.toThrow(
    `Another Rowhouse already runs on the data folder ${data}. ` +
      "Stop it, or set ROWHOUSE_DATA_DIR to another folder.",
  );
  expect(await findRunningPostgres(data)).toBe(url);
});

test("ends an abandoned server", async () => {
  const programs = await findPrograms(cluster);
  const log = await open(path.join(data, "abandoned.log"), "w");
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${await freePort()}`];
  const options = ["-D", cluster, ...settings.flatMap((setting) => ["-c", setting])];
  const abandoned = programs.postgres(options, log.fd);
  await log.close();
  while ((await findRunningPostgres(data)) === null) await delay(20);
  const postgres = await start();
  expect(abandoned.exitCode).toBe(0);
  expect(await query(postgres, "SELECT value FROM kept")).toEqual([{ value: 1 }]);
});

test.each(["SIGKILL", "SIGQUIT"])("returns at its address when the server ends by %s", async (signal) => {
  const postgres = await start();
  process.kill(await postmasterPid(), signal);
  expect(await queryAgain(postgres, "SELECT value FROM kept")).toEqual([{ value: 1 }]);
});

test("keeps ownership when one of the server's processes is killed", async () => {
  const postgres = await start();
  const [backend] = await query<{ pid: number }>(
    await superuserOf(postgres),
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'",
  );
  expect(backend?.pid).toBeGreaterThan(1);
  process.kill(backend?.pid ?? process.pid, "SIGKILL");
  expect(await queryAgain(postgres, "SELECT value FROM kept")).toEqual([{ value: 1 }]);
  await expect(start()).rejects.toThrow("Another Rowhouse already runs");
});

test("leaves a server to an owner that has just lost its session", async () => {
  const postgres = await start();
  await query(await superuserOf(postgres), releaseOwner);
  await expect(start()).rejects.toThrow("Another Rowhouse already runs");
  expect(await query(postgres, "SELECT value FROM kept")).toEqual([{ value: 1 }]);
});

test("reports that another process has taken its server", async () => {
  let lost: Error | undefined;
  const postgres = await startEmbeddedPostgres(data, (error) => {
    lost = error;
  });
  started.push(postgres);
  const thief = new pg.Client(postgres.url);
  thief.on("error", () => {});
  await thief.connect();
  const stolen = thief.query("SELECT pg_advisory_lock(76946873)");
  while ((await query(postgres, "SELECT FROM pg_locks WHERE NOT granted")).length === 0) await delay(20);
  await query(await superuserOf(postgres), releaseOwner);
  await stolen;
  while (!lost) await delay(50);
  expect(lost.message).toMatch(/^Another Rowhouse already runs on the data folder/);
  await thief.end();
});

/** Ends the session that holds the lock. */
const releaseOwner =
  "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 76946873 AND granted";

test("ignores a process with the id of a dead server", async () => {
  const postgres = await start();
  const file = path.join(cluster, "postmaster.pid");
  const text = await readFile(file, "utf8");
  const lock = path.join(cluster, ".s.PGSQL.5432.lock");
  const locked = await readFile(lock, "utf8");
  await postgres.stop();
  await writeFile(file, text.replace(/^\d+/, String(process.pid)));
  await writeFile(lock, locked.replace(/^\d+/, String(process.pid)));
  expect(await query(await start(), "SELECT value FROM kept")).toEqual([{ value: 1 }]);
});

test("ignores a corrupt lock file", async () => {
  await writeFile(path.join(cluster, "postmaster.pid"), "");
  expect(await query(await start(), "SELECT value FROM kept")).toEqual([{ value: 1 }]);
});

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(data, (error) => {
    throw error;
  });
  started.push(postgres);
  return postgres;
}

/** The superuser, who may see and end its processes. */
async function superuserOf({ url }: EmbeddedPostgres): Promise<{ url: string }> {
  return { url: await addressOf(cluster, placeIn(url)) };
}

async function query<Row extends object>({ url }: { url: string }, sql: string): Promise<Row[]> {
  const client = new pg.Client(url);
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until it responds again. */
async function queryAgain<Row extends object>(postgres: EmbeddedPostgres, sql: string): Promise<Row[]> {
  for (;;) {
    await delay(100);
    const rows = await query<Row>(postgres, sql).catch(() => null);
    if (rows) return rows;
  }
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(path.join(cluster, "postmaster.pid"), "utf8"), 10);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
