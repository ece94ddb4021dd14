import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase } from "./unit-postgres";

/** The API in the test's own process, on a database of this process, for tests that inspect its internals. */
export interface InProcess {
  /** `path` is below `/api/v1`. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** Sends a body unchanged. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of bodies by comparing them
  send(path: string, raw: string, type: string): Promise<{ status: number; body: any }>;
  stop(): Promise<void>;
}

/** Files of tests that share a process also share a database, one after the other. */
const shared = globalThis as typeof globalThis & { unitDatabase?: string; unitFolder?: string };

export async function startInProcess(): Promise<InProcess> {
  shared.unitDatabase ??= await createDatabase();
  shared.unitFolder ??= await mkdtemp(path.join(tmpdir(), "rowhouse-unit-"));
  // Modules that read the environment on load are imported after it is set.
  Object.assign(process.env, {
    RATE_LIMIT: "off",
    DATABASE_URL: shared.unitDatabase,
    ROWHOUSE_DATA_DIR: shared.unitFolder,
  });
  const { handle } = await import("../lib/api/handle");
  const { closeDatabase } = await import("../lib/server/connections");
  const { mintApiKey } = await import("../lib/server/access/keys");
  const key = await mintApiKey({ name: "Test" });
  return {
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
    stop: closeDatabase,
  };
}
