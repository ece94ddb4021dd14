/** The disk runs full while clients write, and has room again later. */
import { execFile } from "node:child_process";
import { access, mkdtemp, open, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { expect, test } from "playwright/test";
import { addressOf } from "../../lib/server/postgres/postmaster";
import { type ServerProcess, startServer } from "../api/own-server";
import { errorBody } from "../api-client";
import { rounds, timeFor } from "../rounds";
import { attempt } from "./attempt";
import { Audit } from "./audit";
import { Follower } from "./follower";
import { expectSame } from "./in-lanes";
import { Ledger } from "./ledger";
import { Load } from "./load";

/** A shell script that runs a program on a small in-memory disk, mounted at `$0`. */
const onSmallDisk = [
  ...["unshare", "--user", "--map-root-user", "--mount"],
  ...["sh", "-c", 'mount -t tmpfs -o size=300m tmpfs "$0" && exec "$@"'],
];

/** Free bytes on the full disk: less than a WAL file of PostgreSQL, or more. */
const left = [0, 10_000_000, 30_000_000, 50_000_000];

const full = errorBody(
  "UNAVAILABLE",
  "The disk of the service is full. Reading still works; writing will work again when there is space.",
);

test(`with a full disk, ${rounds.fullDisks} times, reads continue, and writes resume later`, async () => {
  test.setTimeout(timeFor(rounds.fullDisks, 60));
  const folder = await mkdtemp(path.join(tmpdir(), "rowhouse-disk-"));
  let server: ServerProcess | undefined;
  try {
    const refusal = await tryOut(folder);
    test.skip(refusal !== undefined, `this machine lets nobody mount a disk: ${refusal}`);
    const environment = { ROWHOUSE_DATA_DIR: path.join(folder, "data"), LOG_LEVEL: "silent" };
    server = await startServer(environment, [...onSmallDisk, folder]);
    console.log(await fillAndClear(server, path.join(`/proc/${server.child.pid}/root`, folder)));
    expect(server.child.exitCode).toBeNull();
  } finally {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

async function fillAndClear({ api }: ServerProcess, disk: string): Promise<string> {
  const ledger = await Ledger.open(api);
  const audit = new Audit(ledger, new Follower(ledger.base.id));
  const reserve = path.join(disk, "data", "reserve");
  let reads = 0;
  for (let round = 0; round < rounds.fullDisks; round++) {
    while (!(await exists(reserve))) await delay(100);
    const load = await Load.start(ledger, Array(8).fill(api));
    await load.served();
    const ballast = await fill(disk, left[round % left.length] ?? 0);
    const refused = ledger.unavailable;
    while (ledger.unavailable < refused + 20) await delay(10);
    await load.stop();

    // These calls must not fail, and must not store anything.
    const { status, headers, body } = await api.post(`${ledger.place}`, { record: {} });
    expectSame([status, headers.get("Retry-After")], [503, "1"]);
    expect(body).toEqual(full);
    const file = { method: "POST", raw: "x".repeat(100_000), headers: { "Content-Type": "text/plain" } };
    expect((await api.call(`/bases/${ledger.base.id}/attachments?filename=a.txt`, file)).status).toBe(503);
    expect(await audit.run(api)).toEqual([]);
    for (const end = Date.now() + 2_000; Date.now() < end; reads++) {
      const page = await api.post(`${ledger.place}/list`, { limit: 100, search: String(reads) });
      expectSame([page.status, (await api.get("/bases")).status], [200, 200]);
    }

    // Background writes may fill the disk with PostgreSQL's log; the reserve is for that.
    await exhaustLog(path.join(disk, "data", "postgres"));
    while ((await attempt(api.get(ledger.place))).outcome !== "acknowledged") await delay(100);
    expect(await exists(reserve)).toBe(false);
    expect(await audit.run(api)).toEqual([]);

    await rm(ballast);
    while ((await ledger.create(api, 1)).outcome !== "acknowledged") await delay(10);
    const again = await Load.start(ledger, Array(8).fill(api));
    await again.served();
    await again.stop();
    expect(await audit.run(api)).toEqual([]);
  }
  return `${rounds.fullDisks} full disks: ${ledger.intents.length} writes, ${ledger.unavailable} × 503, ${reads} reads`;
}

/** The reason why it is not possible, or undefined. */
function tryOut(folder: string): Promise<string | undefined> {
  const [program = "", ...given] = [...onSmallDisk, folder, "true"];
  return promisify(execFile)(program, given).then(
    () => undefined,
    (error: Error) => error.message,
  );
}

/** Writes a file that leaves this much space. Resolves to its path. */
async function fill(disk: string, room: number): Promise<string> {
  const place = path.join(disk, "ballast");
  const file = await open(place, "w");
  const some = Buffer.alloc(100_000, "x");
  try {
    while ((await roomOn(disk)) > room) await file.write(some);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  } finally {
    await file.close();
  }
  return place;
}

/** Writes WAL directly until PostgreSQL stops for lack of space. */
async function exhaustLog(cluster: string): Promise<void> {
  const [, , , port, socketFolder] = (await readFile(path.join(cluster, "postmaster.pid"), "utf8")).split(
    "\n",
  );
  // The server reports the folder's path within its own mounts.
  const place = { port: Number(port), socketFolder: socketFolder ? cluster : undefined };
  const client = new pg.Client(await addressOf(cluster, place));
  client.on("error", () => {});
  await client.connect();
  const megabyte = "SELECT pg_logical_emit_message(false, 'fill', repeat('x', 1000000))";
  while (await client.query(megabyte).catch(() => null));
  await client.end();
}

async function roomOn(disk: string): Promise<number> {
  const { bavail, bsize } = await statfs(disk);
  return bavail * bsize;
}

function exists(place: string): Promise<boolean> {
  return access(place).then(
    () => true,
    () => false,
  );
}
