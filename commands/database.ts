import "@/lib/contract/limits";
import { closeDatabase } from "@/lib/server/connections";
import { type Environment, readEnvironment as parseEnvironment } from "@/lib/server/env";
import { foldersOf, type Installation } from "@/lib/server/installation";
import { type OpenDatabase, reachDatabase } from "@/lib/server/postgres/open-database";
import { closeAtEnd } from "./lifetime";

/** Reads the environment. Throws one sentence per invalid variable, including limits. */
export function readEnvironment(): Environment {
  return parseEnvironment(process.env);
}

/** Makes the whole process use this database, including Next's bundle. */
export function setDatabase(database: OpenDatabase): void {
  closeAtEnd(() => database.close());
  process.env.DATABASE_URL = database.url;
  closeAtEnd(closeDatabase);
}

/** Opens the installation without migrating it, for backup and restore. */
export async function reachInstallation(environment: Environment): Promise<Installation> {
  const database = await reachDatabase(environment);
  closeAtEnd(() => database.close());
  return { url: database.url, ...foldersOf(environment) };
}
