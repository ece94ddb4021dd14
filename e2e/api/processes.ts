import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { mintKey } from "../../lib/contract/ids";
import { ApiClient } from "../api-client";

export interface Launched {
  readonly child: ChildProcess;
  /** Its output so far. */
  output(): string;
  errors(): string;
}

type Environment = Record<string, string>;

/** Processes of Rowhouse that a test file starts and stops. */
export class Processes {
  /** A key for all of the servers. */
  readonly key = mintKey();
  readonly #children: ChildProcess[] = [];

  /** Starts a process in `folder`, where it looks for migrations. */
  launch(command: readonly string[], environment: Environment, folder = process.cwd()): Launched {
    const child = spawn(process.execPath, [path.resolve("dist", "server.mjs"), ...command], {
      cwd: folder,
      env: {
        ...process.env,
        NODE_ENV: "production",
        PORT: "0",
        HOST: "127.0.0.1",
        APP_URL: "",
        DATABASE_URL: "",
        RATE_LIMIT: "off",
        PAGES: "off",
        LOG_LEVEL: "silent",
        ROWHOUSE_API_KEY: this.key,
        ...environment,
      },
    });
    this.#children.push(child);
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    return { child, output: () => output, errors: () => errors };
  }

  /** Starts a server and waits until it responds. */
  async start(environment: Environment): Promise<{ api: ApiClient; child: ChildProcess }> {
    const { child, output, errors } = this.launch(["start"], environment);
    while (!output().includes("Ctrl+C")) {
      if (child.exitCode !== null) throw new Error(`the server does not start: ${errors()}`);
      await delay(20);
    }
    return { api: new ApiClient(/ API +(http:\S+)\/api\/v1$/m.exec(output())?.[1] ?? "", this.key), child };
  }

  /** Runs a command until it ends. */
  async run(
    command: readonly string[],
    environment: Environment,
    folder?: string,
  ): Promise<{ code: number; output: string; errors: string }> {
    const { child, output, errors } = this.launch(command, environment, folder);
    const [code] = await once(child, "close");
    return { code, output: output(), errors: errors() };
  }

  /** Stops all running processes. */
  async stop(): Promise<void> {
    for (const child of this.#children.splice(0)) await stop(child);
  }
}

/** Stops a process and waits until it ends. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
}
