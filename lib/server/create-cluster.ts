import { randomBytes } from "node:crypto";
import { access, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Programs } from "./postgres-programs";
import { passwordFile } from "./postmaster";

/** Makes the cluster in `folder` unless there is one: beside its place and then moved there, so that none is ever half made. */
export async function createCluster(folder: string, programs: Programs): Promise<void> {
  if (await isCluster(folder)) return;
  await clearWorkshops(folder);
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

export function isCluster(folder: string): Promise<boolean> {
  return access(path.join(folder, "PG_VERSION")).then(
    () => true,
    () => false,
  );
}

async function initialize(workshop: string, programs: Programs): Promise<void> {
  const cluster = path.join(workshop, "cluster");
  const password = path.join(workshop, passwordFile);
  await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
  for (const file of [workshop, password]) await programs.handOver(file);
  const access = ["--username=rowhouse", `--pwfile=${password}`, "--auth=scram-sha-256"];
  await programs.initdb(["-D", cluster, ...access, "--encoding=UTF8", "--locale=C"]);
  await rename(password, path.join(cluster, passwordFile));
}

/** What was killed half way stays behind. No cluster takes an hour to make. */
async function clearWorkshops(folder: string): Promise<void> {
  for (const name of await readdir(path.dirname(folder))) {
    if (!name.startsWith(`${path.basename(folder)}.new-`)) continue;
    const workshop = path.join(path.dirname(folder), name);
    const { mtimeMs } = await stat(workshop);
    if (Date.now() - mtimeMs > 3_600_000) await rm(workshop, { recursive: true, force: true });
  }
}
