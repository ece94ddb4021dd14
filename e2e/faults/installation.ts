/** Rowhouse as somebody runs it: a database and the processes that serve it, any of which may be killed. */
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { mintKey } from "../../lib/contract/ids";
import { findRunningPostgres, startEmbeddedPostgres } from "../../lib/server/postgres/embedded-postgres";
import { type ServerProcess, startServer } from "../api/own-server";
import { ApiClient } from "../api-client";
import { layCluster } from "../prepared-cluster";

/** The ways in which it may be set up. */
export const settings = [
  { title: "one server with its own PostgreSQL", processes: 1 },
  { title: "two servers on one PostgreSQL", processes: 2 },
] as const;

export class Installation {
  readonly #key = mintKey();
  readonly #servers: Server[] = [];
  #database: { url: string; stop(): Promise<void> } | undefined;

  private constructor(readonly dataFolder: string) {}

  static async start({ processes }: { processes: number }): Promise<Installation> {
    const installation = new Installation(await mkdtemp(path.join(tmpdir(), "rowhouse-faults-")));
    await installation.#start(processes);
    return installation;
  }

  async #start(processes: number): Promise<void> {
    await layCluster(this.dataFolder);
    // A database that several share belongs to none of them: it goes on when they are killed.
    if (processes > 1) this.#database = await startEmbeddedPostgres(this.dataFolder, () => {});
    const environment = {
      ROWHOUSE_DATA_DIR: this.dataFolder,
      ROWHOUSE_API_KEY: this.#key,
      DATABASE_URL: this.#database?.url ?? "",
      // That the database is away is known here.
      LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
    };
    for (let number = 0; number < processes; number++) {
      const server = new Server(environment);
      await server.start();
      this.#servers.push(server);
    }
  }

  /** The process whose turn it is. */
  server(number: number): Server {
    const server = this.#servers[number % this.#servers.length];
    if (!server) throw new Error("nothing was started");
    return server;
  }

  /** A caller of it. */
  client(number: number): ApiClient {
    return new ApiClient(this.server(number).origin, this.#key);
  }

  /** The process at the head of PostgreSQL. */
  async postmaster(): Promise<number> {
    return Number.parseInt(
      await readFile(path.join(this.dataFolder, "postgres", "postmaster.pid"), "utf8"),
      10,
    );
  }

  /** A process of PostgreSQL that serves a connection, one at work if there is any. */
  async backend(): Promise<number> {
    const [{ pid } = { pid: 0 }] = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
       ORDER BY state = 'active' DESC, random() LIMIT 1`,
    );
    return pid;
  }

  /** Asks the database itself. */
  async query<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client((await findRunningPostgres(this.dataFolder)) ?? "");
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until nothing is under way in the database any more, of callers that are gone either. */
  async settle(): Promise<void> {
    const underWay = `SELECT pid FROM pg_stat_activity
      WHERE backend_type = 'client backend' AND xact_start IS NOT NULL AND pid <> pg_backend_pid()`;
    while ((await this.query(underWay)).length > 0) await delay(10);
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) server.signal("SIGTERM");
    for (const server of this.#servers) await server.ended();
    await this.#database?.stop();
    await rm(this.dataFolder, { recursive: true, force: true });
  }
}

/** One process; started again it keeps its address. */
export class Server {
  origin = "";
  #process: ServerProcess | undefined;

  constructor(private readonly environment: Record<string, string>) {}

  get pid(): number {
    return this.#process?.child.pid ?? 0;
  }

  async start(): Promise<void> {
    const PORT = this.origin === "" ? "0" : new URL(this.origin).port;
    this.#process = await startServer({ ...this.environment, PORT });
    // By number: a name may mean two addresses, of which another program may have one.
    this.origin = this.#process.api.origin.replace("localhost", "127.0.0.1");
  }

  /** What a supervisor does when it has ended, whether or not the database is back already. */
  async startAgain(): Promise<void> {
    await this.ended();
    while (
      !(await this.start().then(
        () => true,
        () => false,
      ))
    )
      await delay(100);
  }

  signal(name: "SIGKILL" | "SIGTERM"): void {
    this.#process?.child.kill(name);
  }

  /** Waits for the end of the process: its exit code, or null where it was killed. */
  async ended(): Promise<number | null> {
    const child = this.#process?.child;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  }
}
