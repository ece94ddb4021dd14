import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmbeddedPostgres } from "../lib/server/postgres/embedded-postgres";
import { layCluster } from "./prepared-cluster";

/** A PostgreSQL for one test file, with a temporary data folder. */
export interface OwnPostgres {
  readonly url: string;
  readonly dataFolder: string;
  stop(): Promise<void>;
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "rowhouse-"));
  await layCluster(dataFolder);
  const postgres = await startEmbeddedPostgres(dataFolder, () => {});
  return {
    url: postgres.url,
    dataFolder,
    async stop() {
      await postgres.stop();
      await rm(dataFolder, { recursive: true });
    },
  };
}
