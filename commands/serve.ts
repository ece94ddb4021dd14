import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { limits } from "@/lib/contract/limits";
import { ensureOwnerKey } from "@/lib/server/access/keys";
import type { Environment } from "@/lib/server/env";
import { closeFolders } from "@/lib/server/files/close-folders";
import { startHousekeeping } from "@/lib/server/housekeeping";
import { listen } from "@/lib/server/http/graceful-server";
import { Probes } from "@/lib/server/http/probes";
import { openDatabase } from "@/lib/server/postgres/open-database";
import { createAcceptor } from "@/lib/server/workers/acceptor";
import { Workers } from "@/lib/server/workers/workers";
import { readEnvironment, setDatabase } from "./database";
import { closeAtEnd, fail } from "./lifetime";
import type { Mode } from "./mode";
import { printError } from "./print";
import { serveRequests } from "./serve-requests";
import { printStartupMessage } from "./startup-message";

/** Serves until the process stops: opens the port, then the database, then HTTP. */
export async function serve(mode: Mode): Promise<void> {
  const environment = readEnvironment();
  if (mode === "production" && environment.WORKERS > 1) await serveWithWorkers(environment);
  else await serveAlone(environment, mode);
}

async function serveAlone(environment: Environment, mode: Mode): Promise<void> {
  const probes = new Probes();
  const server = await listen(environment.HOST, environment.PORT, probes.answer);
  process.env.PORT = String(server.port);
  const key = await openInstallation(environment);
  await serveRequests(mode, server, probes);
  await printStartupMessage(key);
}

/** Serves with workers: the primary owns the port and the database, and workers handle requests. */
async function serveWithWorkers(environment: Environment): Promise<void> {
  const { HOST, PORT, WORKERS, DATABASE_CONNECTIONS } = environment;
  const acceptor = await createAcceptor(HOST, PORT);
  process.env.PORT = String(acceptor.port);
  const key = await openInstallation(environment);
  const workers = new Workers({
    count: WORKERS,
    program: fileURLToPath(import.meta.url),
    arguments: ["work", ...(environment.DATABASE_URL === undefined ? ["--guard-disk"] : [])],
    environment: {
      // Divides the limits of the server among its workers.
      DATABASE_CONNECTIONS: String(Math.floor(DATABASE_CONNECTIONS / WORKERS)),
      MAX_CONNECTIONS: String(Math.ceil(limits.connections / WORKERS)),
      WORKERS: "1",
    },
    endConnections: () => acceptor.close(),
  });
  closeAtEnd(() => workers.stop());
  await workers.start();
  acceptor.start(workers.passOn);
  await printStartupMessage(key);
}

/** Opens and migrates the database. Returns the owner's key if it is new, else null. */
async function openInstallation(environment: Environment): Promise<string | null> {
  await closeFolders(environment.ROWHOUSE_DATA_DIR);
  setDatabase(await openDatabase(environment, fail));
  await deleteOptimizedImages();
  const key = await ensureOwnerKey(environment.ROWHOUSE_API_KEY);
  closeAtEnd(startHousekeeping());
  return key;
}

/** Deletes the cache of Next's image optimizer: in earlier versions it kept copies of deleted uploads. */
async function deleteOptimizedImages(): Promise<void> {
  await rm(".next/cache/images", { recursive: true, force: true }).catch(printError);
}
