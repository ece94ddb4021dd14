/** An installation of Rowhouse: a database and its server processes, any of which may be killed. */
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

/** The possible setups. */
export const settings = [
  { title: "one server with its own PostgreSQL", processes: 1 },
  { title: "two servers on one PostgreSQL", processes: 2 },
] as const;

export class Installation {
  readonly #key = mintKey();
  readonly #servers: Server[] = [];
  #database: { url: string; stop(): Promise<void> } | undefined;

  private constructor(readonly dataFolder: string) {}

  static async start(
    { processes }: { processes: number },
    environment: Record<string, string> = {},
  ): Promise<Installation> {
    const installation = new Installation(await mkdtemp(path.join(tmpdir(), "rowhouse-faults-")));
    await installation.#start(processes, environment);
    return installation;
  }

  async #start(processes: number, more: Record<string, string>): Promise<void> {
    await layCluster(this.dataFolder, { isDurable: true });
    // A shared database runs on its own, so that it survives when servers are killed.
    if (processes > 1) this.#database = await startEmbeddedPostgres(this.dataFolder, () => {});
    const environment = {
      ROWHOUSE_DATA_DIR: this.dataFolder,
      ROWHOUSE_API_KEY: this.#key,
      DATABASE_URL: this.#database?.url ?? "",
      // Errors of an unreachable database are expected here.
      LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
      ...more,
    };
    for (let number = 0; number < processes; number++) {
      const server = new Server(environment);
      await server.start();
      this.#servers.push(server);
    }
  }

  /** A server by number, modulo the number of servers. */
  server(number: number): Server {
    const server = this.#servers[number % this.#servers.length];
    if (!server) throw new Error("No server was started");
    return server;
  }

  /** A client of a server. */
  client(number: number): ApiClient {
    return new ApiClient(this.server(number).origin, this.#key);
  }

  /** The id of PostgreSQL's main process. */
  async postmaster(): Promise<number> {
    return Number.parseInt(
      await readFile(path.join(this.dataFolder, "postgres", "postmaster.pid"), "utf8"),
      10,
    );
  }

  /** The id of a PostgreSQL backend process, a busy one if possible. */
  async backend(): Promise<number> {
    const [{ pid } = { pid: 0 }] = await this.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
       ORDER BY state = 'active' DESC, random() LIMIT 1`,
    );
    return pid;
  }

  /** Queries the database directly. */
  async query<Row extends object>(text: string): Promise<Row[]> {
    const client = new pg.Client((await findRunningPostgres(this.dataFolder)) ?? "");
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until no transaction runs in the database, including those of lost connections. */
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

/** A server process. It keeps its port after a restart. */
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
    // An IP address, as a host name may resolve to two, one of which another program may use.
    this.origin = this.#process.api.origin.replace("localhost", "127.0.0.1");
  }

  /** Restarts it as a supervisor would, whether or not the database is back. */
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

  /** Waits until the process ends. Resolves to its exit code, or null if it was killed. */
  async ended(): Promise<number | null> {
    const child = this.#process?.child;
    if (!child) return null;
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    return child.exitCode;
  }
}
