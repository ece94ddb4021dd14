import { execFile } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { addressAt, type ServerPlace, socketIn } from "./server-place";

const run = promisify(execFile);

/** A PostgreSQL server running on a folder, possibly started by another process, with a connected `client`. */
export interface Postmaster {
  pid: number;
  url: string;
  client: pg.Client;
}

/** Maximum time in ms that a server may take to start, recover or stop. */
const patience = 120_000;

/** Finds the server of the cluster in `folder`, or null. Waits while one is starting or stopping. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  for (const end = Date.now() + patience; Date.now() < end; await delay(50)) {
    const file = await readPidFile(folder);
    if (!file) return null;
    const url = await addressOf(folder, file.place);
    const answer = file.place.port > 0 ? await connect(url, folder) : "nobody";
    if (answer instanceof pg.Client) return { pid: file.pid, url, client: answer };
    if (answer === "nobody" && !(await worksIn(file.pid, folder))) {
      await forget(folder, file);
      return null;
    }
  }
  throw new Error(`A PostgreSQL server uses ${folder} but does not respond. Stop it, then start again.`);
}

/** The URL of the cluster in `folder` if its server listens on `port`. */
export async function addressOf(folder: string, place: ServerPlace): Promise<string> {
  return addressAt(place, { user: "rowhouse", password: await readPassword(folder) });
}

/** Stored inside the cluster, so that both stay together. */
export const passwordFile = "rowhouse.password";

export function readPassword(folder: string): Promise<string> {
  return readFile(path.join(folder, passwordFile), "utf8");
}

/** Connects to the server of this very folder. "soon": it is starting or stopping; "nobody": none is running. */
export async function connect(url: string, folder: string): Promise<pg.Client | "soon" | "nobody"> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("SHOW data_directory");
    if (rows[0]?.data_directory === folder) return client;
  } catch (error) {
    if (isStartingOrStopping(error)) return "soon";
  }
  await client.end().catch(() => {});
  return "nobody";
}

function isStartingOrStopping(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57P03";
}

interface PidFile {
  text: string;
  pid: number;
  place: ServerPlace;
}

/** Reads `postmaster.pid`: the first line is the process id, the fourth the port. */
async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const place = { port: Number(lines[3]), socketFolder: lines[4] || undefined };
  return { text, pid: Number(lines[0]), place };
}

/**
 * True if process `pid` belongs to a PostgreSQL in `folder`: all its processes have that working directory. After a
 * crash the id may belong to another process, which is common in containers.
 */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  if (process.platform === "linux") {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === folder;
  }
  const command = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => null);
  return command?.stdout.includes(folder) ?? false;
}

/**
 * Removes a stale `postmaster.pid`, because PostgreSQL would trust it. A running server holds a second lock, so
 * removing its file loses nothing. Waits for a file that is just being written.
 */
async function forget(folder: string, { text }: PidFile): Promise<void> {
  await delay(100);
  const now = await readPidFile(folder);
  if (now?.text === text) await rm(path.join(folder, "postmaster.pid"));
}

/**
 * Removes the stale lock of a socket. Like `postmaster.pid`, PostgreSQL trusts it as long as any process has that
 * id.
 */
export async function forgetSocketLock(folder: string): Promise<void> {
  const lock = `${socketIn(folder)}.lock`;
  const text = await readFile(lock, "utf8").catch(() => null);
  if (text === null || (await worksIn(Number.parseInt(text, 10), folder))) return;
  await rm(lock, { force: true });
}

/** Stops a server: gracefully, or immediately if that takes too long, which loses nothing either. */
export async function stopPostmaster(folder: string, pid: number): Promise<void> {
  for (const name of ["SIGINT", "SIGQUIT"] as const) {
    if (!signal(pid, name)) return;
    for (const end = Date.now() + 30_000; Date.now() < end; await delay(20)) {
      const file = await readPidFile(folder);
      if (file?.pid !== pid || !signal(pid, 0)) return;
    }
  }
  throw new Error(`The PostgreSQL in ${folder} (process ${pid}) cannot be stopped.`);
}

/** False if the process does not exist. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
