import path from "node:path";
import type { Environment } from "./env";

/** The parts of an installation besides its code. */
export interface Installation extends Folders {
  /** The URL of its database. */
  readonly url: string;
}

export interface Folders {
  /** The folder of its files. */
  readonly dataFolder: string;
  /** The folder of the migrations. */
  readonly migrations: string;
}

export function foldersOf({ ROWHOUSE_DATA_DIR }: Environment): Folders {
  return { dataFolder: ROWHOUSE_DATA_DIR, migrations: path.join(process.cwd(), "prisma", "migrations") };
}
