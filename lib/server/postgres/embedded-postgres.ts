import type { ChildProcess } from "node:child_process";
import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  readFile,
  realpath,
  stat,
  truncate,
} from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { env } from "../env";
import { logger } from "../logger";
import { clearWorkshops, createCluster, isCluster } from "./create-cluster";
import { giveReserve, guardDisk, keepReserve } from "./disk-room";
import { findPrograms, type Programs } from "./postgres-programs";
import { addressOf, connect, findPostmaster, forgetSocketLock, stopPostmaster } from "./postmaster";
import { freePortPlace, placeIn, placeSettings, type ServerPlace, socketPlace } from "./server-place";
import { ensureServingRole, servingAddressOf } from "./serving-role";
import { sharedBuffers } from "./shared-buffers";

/** The embedded PostgreSQL, running on the data folder. */
export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
}

/** Returns the URL of the server that runs on the data folder, or null. */
export async function findRunningPostgres(dataFolder: string): Promise<string | null> {
  const folder = await clusterIn(dataFolder);
  const found = (await isCluster(folder)) ? await findPostmaster(folder) : null;
  if (!found) return null;
  try {
    // An earlier version may have started it.
    await ensureServingRole(found.client, folder);
  } finally {
    await found.client.end();
  }
  return servingAddressOf(folder, placeIn(found.url));
}

/**
 * Creates the cluster if needed, ends a server left behind by a killed process, starts one, and restarts it
 * whenever it crashes. Refuses a folder in use by another process. Calls `onLost` if another process takes it
 * later.
 */
export async function startEmbeddedPostgres(
  dataFolder: string,
  onLost: (error: Error) => void,
): Promise<EmbeddedPostgres> {
  const folder = await clusterIn(dataFolder);
  const programs = await findPrograms(folder);
  await createCluster(folder, programs);
  const cluster = new Cluster(folder, programs, onLost);
  await cluster.start();
  await clearWorkshops(folder);
  return cluster;
}

async function clusterIn(dataFolder: string): Promise<string> {
  try {
    await mkdir(dataFolder, { recursive: true });
    await access(dataFolder, constants.W_OK);
    return path.join(await realpath(dataFolder), "postgres");
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code;
    throw new Error(`The data folder ${dataFolder} (ROWHOUSE_DATA_DIR) cannot be used: ${reason}.`);
  }
}

/** Settings for a durable server that only this machine can reach. */
function settings(place: ServerPlace): string[] {
  const values = {
    ...placeSettings(place),
    // Adds connections for the news listener of each worker, `npm run key` and psql.
    max_connections: env.DATABASE_CONNECTIONS + env.WORKERS + 30,
    shared_buffers: `${sharedBuffers()}MB`,
    // Each table is a partition. A transaction may lock many of them, a restore all.
    max_locks_per_transaction: 1024,
    // Its defaults depend on the size of the log's files (`create-cluster.ts`); these are those of files of 16 MB.
    max_wal_size: "1GB",
    min_wal_size: "80MB",
    wal_buffers: "16MB",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    // Callers log failed statements themselves.
    log_min_messages: "log",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

class Cluster implements EmbeddedPostgres {
  url = "";
  /** The superuser's URL, to monitor the cluster itself. */
  #ownerUrl = "";
  #place: ServerPlace = { port: 0 };
  #server: ChildProcess | undefined;
  /** Holds the lock that marks the server as owned, in contrast to one left behind. */
  #owner: pg.Client | undefined;
  #recovery: Promise<void> | undefined;
  /** The current maintenance of the folder; nothing writes there after it ends. */
  #round = Promise.resolve();
  #isStopping = false;
  readonly #log: string;
  readonly #dataFolder: string;
  #rounds: NodeJS.Timeout | undefined;

  constructor(
    readonly folder: string,
    readonly programs: Programs,
    readonly onLost: (error: Error) => void,
  ) {
    this.#log = `${folder}.log`;
    this.#dataFolder = path.dirname(folder);
  }

  async start(): Promise<void> {
    await this.#moveTo(socketPlace(this.folder) ?? (await freePortPlace()));
    await this.#bringUp();
    await this.#admitServing();
    // Starts only now, because the folder could have belonged to another process.
    this.#rounds = setInterval(() => {
      this.#round = this.#round.then(() => this.#goRound());
    }, 5_000).unref();
    guardDisk(this.#dataFolder);
  }

  async #moveTo(place: ServerPlace): Promise<void> {
    this.#place = place;
    this.url = await servingAddressOf(this.folder, place);
    this.#ownerUrl = await addressOf(this.folder, place);
  }

  async #admitServing(): Promise<void> {
    const client = new pg.Client(this.#ownerUrl);
    client.on("error", () => {});
    try {
      await client.connect();
      await ensureServingRole(client, this.folder);
    } catch (error) {
      await this.stop();
      throw error;
    } finally {
      await client.end().catch(() => {});
    }
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#rounds);
    guardDisk(undefined);
    await this.#round;
    await this.#recovery;
    const pid = isRunning(this.#server) && this.#server.pid;
    if (pid) await stopPostmaster(this.folder, pid);
  }

  async #bringUp(): Promise<void> {
    for (const end = Date.now() + startPatience; ; await delay(100)) {
      await endAbandoned(this.folder);
      const complaint = await this.#launch();
      if (complaint === null) return;
      if (complaint.includes("could not create any Unix-domain sockets")) {
        // Some file systems, such as those of shared folders, do not support sockets.
        await this.#moveTo(await freePortPlace());
        continue;
      }
      const mayPass = willPass(complaint) || (await giveReserve(this.#dataFolder));
      if (!mayPass || Date.now() > end) throw new Error(explain(complaint, this.#log));
    }
  }

  /** Keeps the log and the disk from stopping the server. */
  async #goRound(): Promise<void> {
    await boundLog(this.#log).catch((error) =>
      logger.warn({ err: error }, "PostgreSQL's log cannot be rotated"),
    );
    await keepReserve(this.#dataFolder);
  }

  /** Starts the server and takes ownership. Returns its output if it did not start. */
  async #launch(): Promise<string | null> {
    await boundLog(this.#log);
    const log = await open(this.#log, "a", 0o600);
    const { size } = await log.stat();
    const server = this.programs.postgres(["-D", this.folder, ...settings(this.#place)], log.fd);
    server.on("error", (error) => logger.error({ err: error }, "PostgreSQL cannot be run"));
    await log.close();
    const client = await connectWhileRunning(server, this.#ownerUrl, this.folder);
    if (!client) return (await readFile(this.#log)).subarray(size).toString();
    this.#server = server;
    server.once("exit", () => this.#recover());
    return (await this.#own(client)) ? null : disturbed;
  }

  /** Takes ownership of the server; false if it went away meanwhile. */
  async #own(client: pg.Client): Promise<boolean> {
    const lock = await takeLock(client);
    if (lock === "taken") {
      this.#owner = client;
      client.once("end", () => {
        this.#owner = undefined;
        this.#recover();
      });
      return true;
    }
    await client.end().catch(() => {});
    if (lock === "refused") throw new FolderInUse(this.folder);
    return false;
  }

  /** Restarts the server or reconnects, whichever was lost. */
  #recover(): void {
    if (this.#isStopping || this.#recovery) return;
    logger.warn("PostgreSQL went down; starting it again");
    this.#recovery = this.#comeBack()
      .catch((error) => void this.onLost(error))
      .finally(() => {
        this.#recovery = undefined;
      });
  }

  async #comeBack(): Promise<void> {
    while (!this.#isStopping && !(isRunning(this.#server) && this.#owner)) {
      try {
        if (isRunning(this.#server)) await this.#reclaim(this.#server);
        else await this.#bringUp();
      } catch (error) {
        if (error instanceof FolderInUse) throw error;
        logger.error({ err: error }, "PostgreSQL does not start");
        await delay(1000);
      }
    }
  }

  /** Reconnects: the server drops all sessions if one of its processes is killed. */
  async #reclaim(server: ChildProcess): Promise<void> {
    const client = await connectWhileRunning(server, this.#ownerUrl, this.folder);
    if (client) await this.#own(client);
  }
}

/** Maximum time in ms that remains of a killed server may delay the next. */
const startPatience = 30_000;

class FolderInUse extends Error {
  constructor(folder: string) {
    super(
      `Another Rowhouse already runs on the data folder ${path.dirname(folder)}. ` +
        "Stop it, or set ROWHOUSE_DATA_DIR to another folder.",
    );
  }
}

/** Stops a server whose owner was killed. Never touches an owned one. */
async function endAbandoned(folder: string): Promise<void> {
  for (;;) {
    const postmaster = await findPostmaster(folder);
    if (!postmaster) return forgetSocketLock(folder);
    const lock = await takeAbandonedLock(postmaster.client);
    if (lock === "taken") await stopPostmaster(folder, postmaster.pid);
    await postmaster.client.end().catch(() => {});
    if (lock === "refused") throw new FolderInUse(folder);
  }
}

/**
 * Checks whether a server is abandoned. An owner that has just lost its session in a server crash gets time to lock
 * it again.
 */
async function takeAbandonedLock(client: pg.Client): Promise<"taken" | "refused" | "lost"> {
  const lock = await takeLock(client);
  if (lock !== "taken") return lock;
  await client.query("SELECT pg_advisory_unlock($1)", [ownerLock]).catch(() => {});
  await delay(300);
  return takeLock(client);
}

/** Retries for a while, because a killed session may take a moment to release the lock. */
async function takeLock(client: pg.Client): Promise<"taken" | "refused" | "lost"> {
  for (const end = Date.now() + 2000; ; await delay(100)) {
    const isTaken = await client
      .query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [ownerLock])
      .then(({ rows }) => rows[0]?.taken)
      .catch(() => null);
    if (isTaken === null) return "lost";
    if (isTaken) return "taken";
    if (Date.now() > end) return "refused";
  }
}

/** "rowhouse" on a telephone keypad. */
const ownerLock = 76946873;

async function connectWhileRunning(
  server: ChildProcess,
  url: string,
  folder: string,
): Promise<pg.Client | null> {
  for (const end = Date.now() + startPatience; isRunning(server); await delay(10)) {
    const answer = await connect(url, folder);
    if (answer instanceof pg.Client) return answer;
    // Stops a server that refuses connections; its log has the reason.
    if (answer === "nobody" && Date.now() > end) server.kill("SIGQUIT");
  }
  return null;
}

function isRunning(server: ChildProcess | undefined): server is ChildProcess {
  return server?.pid !== undefined && server.exitCode === null && server.signalCode === null;
}

/** Logged if another starting process took our server for an abandoned one. */
const disturbed = "received fast shutdown request";

function willPass(complaint: string): boolean {
  return ["pre-existing shared memory block", "already exists", "Address already in use", disturbed].some(
    (words) => complaint.includes(words),
  );
}

function explain(complaint: string, log: string): string {
  const reason = /(?:FATAL|PANIC): +(.*)/.exec(complaint)?.[1] ?? complaint.trim().split("\n").at(-1);
  return `PostgreSQL does not start: ${reason || "it gave no reason"}. See ${log}.`;
}

const maxLogBytes = 10_000_000;

/** Rotates PostgreSQL's log and keeps the previous one. */
async function boundLog(log: string): Promise<void> {
  const { size } = await stat(log).catch(() => ({ size: 0 }));
  if (size < maxLogBytes) return;
  await copyFile(log, `${log}.1`);
  await truncate(log);
}
