import path from "node:path";
import { threadId } from "node:worker_threads";
import pg from "pg";
import { inject } from "vitest";
import type { Grant } from "../lib/contract/people";
import type { OwnPostgres } from "./own-postgres";
import type { SharedCluster } from "./shared-cluster";

/** The API in the test's own process, on a separate PostgreSQL, for tests that inspect its internals. */
export interface InProcess {
  /** `path` is below `/api/v1`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** Sends a body unchanged. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
  send(path: string, raw: string, type: string): Promise<{ status: number; body: any }>;
  /** Creates another person with a role in a database, and returns a key of theirs. */
  keyOfAnother(grant: Grant): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts it once for all test files of a process that share modules. Others, which change what modules read when they are
 * loaded, have a PostgreSQL of their own. So have those with `ownCluster`: the log of changes waits for older
 * transactions, also for those in other databases of a cluster.
 */
export function startInProcess({ ownCluster = false } = {}): Promise<InProcess> {
  const cluster = inject("sharedCluster");
  if (ownCluster || !cluster) return startOn(startPostgres());
  shared ??= startOn(createDatabase(cluster));
  return shared;
}

let shared: Promise<InProcess> | undefined;

async function startPostgres(): Promise<OwnPostgres> {
  const { startOwnPostgres } = await import("./own-postgres");
  return startOwnPostgres();
}

/** Creates a database and a data folder in the shared cluster, which ends with the last test. */
async function createDatabase({ url, ownerUrl, dataFolder }: SharedCluster): Promise<OwnPostgres> {
  const name = `process_${process.pid}_${threadId}`;
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name} OWNER ${new URL(url).username}`);
  await owner.end();
  const place = new URL(url);
  place.pathname = name;
  return { url: place.href, dataFolder: path.join(dataFolder, name), stop: async () => {} };
}

async function startOn(starting: Promise<OwnPostgres>): Promise<InProcess> {
  process.env.RATE_LIMIT = "off";
  const postgres = await starting;
  // Modules that read the environment on load are imported after it is set.
  Object.assign(process.env, { DATABASE_URL: postgres.url, ROWHOUSE_DATA_DIR: postgres.dataFolder });
  const { migrate } = await import("../lib/server/postgres/migrate");
  const client = new pg.Client(postgres.url);
  await client.connect();
  await migrate(client, path.join(process.cwd(), "prisma", "migrations"));
  await client.end();
  const { handle } = await import("../lib/api/handle");
  const { closeDatabase } = await import("../lib/server/connections");
  const { loadAddressKey } = await import("../lib/server/files/file-addresses");
  await loadAddressKey();
  const { mintApiKey } = await import("../lib/server/access/keys");
  const key = await mintApiKey({ name: "Test" });
  const url = "http://rowhouse.test/api/v1";
  return {
    async keyOfAnother(grant) {
      const post = async (path: string, body: object, headers: object) =>
        handle(
          new Request(`${url}${path}`, {
            method: "POST",
            headers: {
              "Content-Type": "application/json",
              Origin: "http://rowhouse.test",
              Host: "rowhouse.test",
              ...headers,
            },
            body: JSON.stringify(body),
          }),
        );
      const owner = { Authorization: `Bearer ${key}` };
      const invited = await (await post("/invitations", { role: "guest", databases: [grant] }, owner)).json();
      const token = new URLSearchParams(new URL(invited.url).hash.slice(1)).get("token");
      const account = {
        name: "Another",
        email: `${crypto.randomUUID()}@example.com`,
        password: crypto.randomUUID(),
      };
      const accepted = await post("/invitations/accept", { token, ...account }, {});
      const cookie = accepted.headers.get("Set-Cookie")?.split(";")[0] ?? "";
      const scopes = ["read", "write", "schema", "keys"];
      const created = await post("/keys", { name: "Key of another", scopes }, { Cookie: cookie });
      return (await created.json()).key;
    },
    async call(method, path, body) {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
      const given = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
      const response = await handle(new Request(`http://rowhouse.test/api/v1${path}`, given));
      const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
      return { status: response.status, body: await (isJson ? response.json() : response.text()) };
    },
    async send(path, raw, type) {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": type };
      const given = { method: "POST", headers, body: raw };
      const response = await handle(new Request(`http://rowhouse.test/api/v1${path}`, given));
      return { status: response.status, body: await response.json() };
    },
    async stop() {
      if (shared) return;
      await closeDatabase();
      await postgres.stop();
    },
  };
}
