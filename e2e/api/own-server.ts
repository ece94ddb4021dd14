import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { mintKey } from "../../lib/contract/ids";
import { ApiClient } from "../api-client";
import { layCluster } from "../prepared-cluster";

/** The server of `npm start`, as a separate process. */
export interface ServerProcess {
  readonly api: ApiClient;
  readonly child: ChildProcess;
  /** The one-time code of the sign-in link that the server prints. */
  readonly code: string;
  stop(): Promise<void>;
}

/** A server for one test file, with a temporary database. */
export interface OwnServer extends ServerProcess {
  readonly dataFolder: string;
}

/** Starts the server of `npm start` with custom settings. */
export async function startOwnServer(environment: Record<string, string>): Promise<OwnServer> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "rowhouse-test-"));
  if (!environment.DATABASE_URL) await layCluster(dataFolder);
  const server = await startServer({ ROWHOUSE_DATA_DIR: dataFolder, ...environment });
  return {
    ...server,
    dataFolder,
    async stop() {
      await server.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Starts a server on the database given in the environment. `within` is an optional command that runs it. */
export async function startServer(
  environment: Record<string, string>,
  within: readonly string[] = [],
): Promise<ServerProcess> {
  const address = / API +(http:\S+)\/api\/v1$/m;
  const key = environment.ROWHOUSE_API_KEY ?? mintKey();
  const { output, child, stop } = await start(
    [...within, process.execPath, "dist/server.mjs", "start"],
    address,
    {
      PORT: "0",
      HOST: "127.0.0.1",
      APP_URL: "",
      DATABASE_URL: "",
      RATE_LIMIT: "off",
      // Tests of pages turn them on.
      PAGES: "off",
      // Logs requests only for tests that read the log.
      LOG_LEVEL: "warn",
      ROWHOUSE_API_KEY: key,
      ...environment,
    },
  );
  const code = /#code=(\S+)/.exec(output)?.[1] ?? "";
  return { api: new ApiClient(address.exec(output)?.[1] ?? "", key), child, code, stop };
}

/** Runs a program and waits for the output that says it is ready. */
export async function start(
  [program = "", ...given]: readonly string[],
  ready: RegExp,
  environment: Record<string, string>,
): Promise<{ output: string; child: ChildProcess; stop(): Promise<void> }> {
  const child = spawn(program, given, {
    env: { ...process.env, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let output = "";
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (ready.test(output)) break;
  }
  if (!ready.test(output)) throw new Error(`${given.join(" ")} does not start:\n${output}`);
  child.stdout.resume();
  return {
    output,
    child,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** The resident memory of the server in bytes. */
export function memoryOf({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1_024;
}
