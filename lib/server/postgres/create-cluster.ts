import { randomBytes } from "node:crypto";
import { access, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Programs } from "./postgres-programs";
import { passwordFile } from "./postmaster";

/**
 * Creates the cluster in `folder` unless it exists. Creates it beside that place and renames it, so that no cluster
 * is ever half created.
 */
export async function createCluster(folder: string, programs: Programs): Promise<void> {
  if (await isCluster(folder)) return;
  const workshop = await mkdtemp(`${folder}.new-`);
  try {
    await initialize(workshop, programs);
    await rename(path.join(workshop, "cluster"), folder);
  } catch (error) {
    // Another process may have been faster.
    if (!(await isCluster(folder))) throw error;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

export async function isCluster(folder: string): Promise<boolean> {
  try {
    await access(path.join(folder, "PG_VERSION"));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return false;
    throw new Error(
      `The database in ${folder} cannot be read (${code}): start Rowhouse as the user who made it.`,
    );
  }
}

async function initialize(workshop: string, programs: Programs): Promise<void> {
  const cluster = path.join(workshop, "cluster");
  const password = path.join(workshop, passwordFile);
  await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  for (const file of [workshop, password]) await programs.handOver(file);
  const login = ["--username=rowhouse", `--pwfile=${password}`, "--auth=scram-sha-256"];
  await programs.initdb(["-D", cluster, ...login, "--encoding=UTF8", "--locale=C", ...smallSegments]);
  await rename(password, path.join(cluster, passwordFile));
}

/**
 * Makes the files of PostgreSQL's log as small as it allows. All commits wait while it creates one: with its default
 * of 16 MB, a caller who writes much delays everybody's writes by 30 ms at a time.
 */
const smallSegments = ["--wal-segsize=1"];

/**
 * Removes half-created clusters of killed processes. Only the owner of the cluster calls it, so none is being
 * created.
 */
export async function clearWorkshops(folder: string): Promise<void> {
  const place = path.dirname(folder);
  for (const name of await readdir(place)) {
    if (!name.startsWith(`${path.basename(folder)}.new-`)) continue;
    await rm(path.join(place, name), { recursive: true, force: true, maxRetries: 2 });
  }
}
