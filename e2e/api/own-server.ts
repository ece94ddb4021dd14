import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { mintKey } from "../../lib/contract/ids";
import { ApiClient } from "../api-client";

/** A server that one file of tests has to itself, with a database that is thrown away. */
export interface OwnServer {
  readonly api: ApiClient;
  readonly dataFolder: string;
  /** The one-time code of the sign-in link that the server prints. */
  readonly code: string;
  stop(): Promise<void>;
}

/** Starts what `npm start` runs, under its own limits. */
export async function startOwnServer(environment: Record<string, string>): Promise<OwnServer> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "rowhouse-test-"));
  const key = mintKey();
  const { output, stop } = await start(["dist/server.mjs", "start"], / API +(http:\S+)\/api\/v1$/m, {
    PORT: "0",
    HOST: "127.0.0.1",
    APP_URL: "",
    DATABASE_URL: "",
    RATE_LIMIT: "off",
    ROWHOUSE_DATA_DIR: dataFolder,
    ROWHOUSE_API_KEY: key,
    ...environment,
  });
  return {
    api: new ApiClient(/ API +(http:\S+)\/api\/v1$/m.exec(output)?.[1] ?? "", key),
    dataFolder,
    code: /#code=(\S+)/.exec(output)?.[1] ?? "",
    async stop() {
      await stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Runs a program of Node until it prints what says that it is ready. */
export async function start(
  command: readonly string[],
  ready: RegExp,
  environment: Record<string, string>,
): Promise<{ output: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_ENV: "production", ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let output = "";
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    if (ready.test(output)) break;
  }
  if (!ready.test(output)) throw new Error(`${command.join(" ")} does not start:\n${output}`);
  child.stdout.resume();
  return {
    output,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
