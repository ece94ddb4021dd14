import path from "node:path";
import pg from "pg";

/** The API in this very process, on a PostgreSQL of its own: for tests that look at what goes on inside. */
export interface InProcess {
  /** `path` is below `/api/v1`; an answer comes as its status and body. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body by comparing it
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  stop(): Promise<void>;
}

export async function startInProcess(): Promise<InProcess> {
  process.env.RATE_LIMIT = "off";
  // What looks at the environment while it loads is loaded once that says what it shall.
  const { startOwnPostgres } = await import("./own-postgres");
  const postgres = await startOwnPostgres();
  Object.assign(process.env, {
    DATABASE_URL: postgres.url,
    ROWHOUSE_DATA_DIR: postgres.dataFolder,
  });
  const { migrate } = await import("../lib/server/postgres/migrate");
  const client = new pg.Client(postgres.url);
  await client.connect();
  await migrate(client, path.join(process.cwd(), "prisma", "migrations"));
  await client.end();
  const { handle } = await import("../lib/api/handle");
  const { closeDatabase } = await import("../lib/server/db");
  const { mintApiKey } = await import("../lib/server/access/keys");
  const key = await mintApiKey({ name: "Test" });
  return {
    async call(method, path, body) {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
      const given = { method, headers, body: body === undefined ? undefined : JSON.stringify(body) };
      const response = await handle(new Request(`http://rowhouse.test/api/v1${path}`, given));
      return { status: response.status, body: await response.json() };
    },
    async stop() {
      await closeDatabase();
      await postgres.stop();
    },
  };
}
