import path from "node:path";
import type { TestProject } from "vitest/node";
import { addressOf } from "../lib/server/postgres/postmaster";
import { placeIn } from "../lib/server/postgres/server-place";
import { startOwnPostgres } from "./own-postgres";

/** A PostgreSQL for all unit tests that can share one, each process in a database of its own. */
export interface SharedCluster {
  readonly url: string;
  /** The superuser's URL. */
  readonly ownerUrl: string;
  readonly dataFolder: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Left out for tests that share none. */
    sharedCluster?: SharedCluster;
  }
}

/** Starts the cluster before the first of these tests. Vitest runs the returned function after the last. */
export default async function startSharedCluster(project: TestProject): Promise<() => Promise<void>> {
  const { url, dataFolder, stop } = await startOwnPostgres();
  const ownerUrl = await addressOf(path.join(dataFolder, "postgres"), placeIn(url));
  project.provide("sharedCluster", { url, ownerUrl, dataFolder });
  return stop;
}
