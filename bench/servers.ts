import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { StampedTable } from "./data";

/** A server in a separate process. */
export interface BenchServer {
  readonly origin: string;
  stop(): Promise<void>;
  /** Its resident memory; NaN if the system does not report it. */
  megabytes(): Promise<number>;
  /** Its CPU time in ms, in steps of 10; NaN if the system does not report it. */
  processorTime(): Promise<number>;
}

type Environment = Record<string, string>;

export function startProduct(environment: Environment): Promise<BenchServer> {
  return start([path.join("dist", "server.mjs"), "start"], environment);
}

export function startWithoutLog(environment: Environment): Promise<BenchServer> {
  return start([path.join("dist", "server-without-log.mjs"), "start"], environment);
}

export function startNext(environment: Environment): Promise<BenchServer> {
  return start([path.join("node_modules", "next", "dist", "bin", "next"), "start"], environment);
}

export function startBare(environment: Environment, table: StampedTable): Promise<BenchServer> {
  return start([path.join("dist", "bench.mjs"), "bare"], {
    ...environment,
    BENCH_TABLE: JSON.stringify(table),
  });
}

async function start(program: string[], environment: Environment): Promise<BenchServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, program, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, ...environment, PORT: String(port), APP_URL: origin, NODE_ENV: "production" },
  });
  await listening(origin, child);
  return {
    origin,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
    megabytes: async () => Math.round(await sumOver(child.pid, residentOf)),
    processorTime: () => sumOver(child.pid, processorTimeOf),
  };
}

/** The sum over a process and its workers, which run the same program. */
async function sumOver(pid: number | undefined, figureOf: (pid: string) => Promise<number>): Promise<number> {
  const children = await readProc(`${pid}/task/${pid}/children`);
  const isWorker = async (child: string) => (await readProc(`${child}/cmdline`)).includes("\0work\0");
  let sum = await figureOf(String(pid));
  for (const child of children.split(" ").filter((each) => each !== "")) {
    if (await isWorker(child)) sum += await figureOf(child);
  }
  return sum;
}

async function residentOf(pid: string): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readProc(`${pid}/status`))?.[1]) / 1024;
}

async function processorTimeOf(pid: string): Promise<number> {
  const stat = await readProc(`${pid}/stat`);
  // After the process name, which may contain any character: the state, then numbers.
  const [user, system] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** Empty if the system does not report it. */
function readProc(file: string): Promise<string> {
  return readFile(`/proc/${file}`, "utf8").catch(() => "");
}

async function listening(origin: string, child: ChildProcess): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end && child.exitCode === null; await delay(100)) {
    if (await answers(origin)) return;
  }
  throw new Error(`${child.spawnargs.slice(1).join(" ")} did not start`);
}

async function answers(origin: string): Promise<boolean> {
  try {
    await fetch(origin, { redirect: "manual" });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
