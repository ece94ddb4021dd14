import "@/lib/contract/limits";
import { closeDatabase } from "@/lib/server/db";
import { type Environment, readEnvironment as parseEnvironment } from "@/lib/server/env";
import { foldersOf, type Installation } from "@/lib/server/installation";
import { type OpenDatabase, reachDatabase } from "@/lib/server/postgres/open-database";
import { closeAtEnd } from "./lifetime";

/** The process's environment; throws a sentence for each variable that is wrong, a limit's too. */
export function readEnvironment(): Environment {
  return parseEnvironment(process.env);
}

/** Makes this database the one that every part of the process uses, Next's bundle included. */
export function use(database: OpenDatabase): void {
  closeAtEnd(() => database.close());
  process.env.DATABASE_URL = database.url;
  closeAtEnd(closeDatabase);
}

/** The installation as it is, whatever its version: to copy it, or to fill it. */
export async function reachInstallation(environment: Environment): Promise<Installation> {
  const database = await reachDatabase(environment);
  closeAtEnd(() => database.close());
  return { url: database.url, ...foldersOf(environment) };
}
