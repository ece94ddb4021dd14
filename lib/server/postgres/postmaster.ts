import { execFile } from "node:child_process";
import { readFile, readlink, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { addressAt, type ServerPlace, socketIn } from "./server-place";

const run = promisify(execFile);

/** A PostgreSQL that runs on a folder, whoever started it. `client` is connected to it. */
export interface Postmaster {
  pid: number;
  url: string;
  client: pg.Client;
}

/** As long as a server that is just starting, recovering or stopping may take. */
const patience = 120_000;

/** The server that runs on the cluster in `folder`, or null. Waits while one is on its way up or down. */
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
  throw new Error(`A PostgreSQL works in ${folder} but does not answer. Stop it, then start again.`);
}

/** Where the cluster in `folder` is reached by the role that it was made with, when its server listens at a place. */
export async function addressOf(folder: string, place: ServerPlace): Promise<string> {
  return addressAt(place, { user: "rowhouse", password: await readPassword(folder) });
}

/** Kept inside the cluster, so that the two are one. */
export const passwordFile = "rowhouse.password";

export function readPassword(folder: string): Promise<string> {
  return readFile(path.join(folder, passwordFile), "utf8");
}

/** Connects to the server of this very folder. `soon`: it is starting or stopping; `nobody`: it is not there. */
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

/** `postmaster.pid`: the first line is the process, the fourth its port, the fifth the folder of its socket. */
async function readPidFile(folder: string): Promise<PidFile | null> {
  const text = await readFile(path.join(folder, "postmaster.pid"), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const place = { port: Number(lines[3]), socketFolder: lines[4] || undefined };
  return { text, pid: Number(lines[0]), place };
}

/**
 * Whether process `pid` is one of PostgreSQL's in `folder`: they all work there. After a crash the number in
 * the file may by now belong to any other process, in a container it often does.
 */
async function worksIn(pid: number, folder: string): Promise<boolean> {
  if (process.platform === "linux") {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === folder;
  }
  const command = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => null);
  return command?.stdout.includes(folder) ?? false;
}

/**
 * PostgreSQL would take the file's word that a server is running. It has a lock of its own beside it, so that
 * nothing is lost if there is one. A file that is just being written gets the time for it.
 */
async function forget(folder: string, { text }: PidFile): Promise<void> {
  await delay(100);
  const now = await readPidFile(folder);
  if (now?.text === text) await rm(path.join(folder, "postmaster.pid"));
}

/**
 * Removes the lock of a socket whose server is gone: like that of the folder, PostgreSQL believes it for as long as any
 * process has the number in it.
 */
export async function forgetSocketLock(folder: string): Promise<void> {
  const lock = `${socketIn(folder)}.lock`;
  const text = await readFile(lock, "utf8").catch(() => null);
  if (text === null || (await worksIn(Number.parseInt(text, 10), folder))) return;
  await rm(lock, { force: true });
}

/** Stops a server: in good order, or else, when that takes too long, at once, which loses nothing either. */
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

/** False if there is no such process. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
