import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { limits } from "@/lib/contract/limits";
import { ensureOwnerKey } from "@/lib/server/access/keys";
import type { Environment } from "@/lib/server/env";
import { closeFolders } from "@/lib/server/files/close-folders";
import { startHousekeeping } from "@/lib/server/housekeeping";
import { takePort } from "@/lib/server/http/door";
import { Probes } from "@/lib/server/http/probes";
import { openDatabase } from "@/lib/server/postgres/open-database";
import { takeEntrance } from "@/lib/server/workers/entrance";
import { Workers } from "@/lib/server/workers/workers";
import { readEnvironment, use } from "./database";
import { closeAtEnd, fail } from "./lifetime";
import type { Mode } from "./listener";
import { openDoor } from "./open-door";
import { complain } from "./print";
import { welcome } from "./welcome";

/** Serves until the process is told to stop: the port, the database, HTTP. */
export async function serve(mode: Mode): Promise<void> {
  const environment = readEnvironment();
  if (mode === "production" && environment.WORKERS > 1) await serveByWorkers(environment);
  else await serveAlone(environment, mode);
}

async function serveAlone(environment: Environment, mode: Mode): Promise<void> {
  const probes = new Probes();
  const door = await takePort(environment.HOST, environment.PORT, probes.answer);
  process.env.PORT = String(door.port);
  const key = await openInstallation(environment);
  await openDoor(mode, door, probes);
  await welcome(key);
}

/** The primary takes the port and keeps the database; workers answer. */
async function serveByWorkers(environment: Environment): Promise<void> {
  const { HOST, PORT, WORKERS, DATABASE_CONNECTIONS } = environment;
  const entrance = await takeEntrance(HOST, PORT);
  process.env.PORT = String(entrance.port);
  const key = await openInstallation(environment);
  const workers = new Workers({
    count: WORKERS,
    program: fileURLToPath(import.meta.url),
    arguments: ["work", ...(environment.DATABASE_URL === undefined ? ["--guard-disk"] : [])],
    environment: {
      // What all may have together, each has a part of.
      DATABASE_CONNECTIONS: String(Math.floor(DATABASE_CONNECTIONS / WORKERS)),
      MAX_CONNECTIONS: String(Math.ceil(limits.connections / WORKERS)),
      WORKERS: "1",
    },
    endConnections: () => entrance.close(),
  });
  closeAtEnd(() => workers.stop());
  await workers.start();
  entrance.open(workers.passOn);
  await welcome(key);
}

/** Opens the database, up to date, with the owner's key in it. Gives that key where it is new. */
async function openInstallation(environment: Environment): Promise<string | null> {
  await closeFolders(environment.ROWHOUSE_DATA_DIR);
  use(await openDatabase(environment, fail));
  await forgetOptimizedImages();
  const key = await ensureOwnerKey(environment.ROWHOUSE_API_KEY);
  closeAtEnd(startHousekeeping());
  return key;
}

/** Earlier versions let Next's image optimizer keep copies of uploads, which outlived the uploads themselves. */
async function forgetOptimizedImages(): Promise<void> {
  await rm(".next/cache/images", { recursive: true, force: true }).catch(complain);
}
