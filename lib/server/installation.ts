import path from "node:path";
import type { Environment } from "./env";

/** What one Rowhouse consists of besides its code. */
export interface Installation extends Folders {
  /** The address of its database. */
  readonly url: string;
}

export interface Folders {
  /** Where its files are. */
  readonly dataFolder: string;
  /** The steps by which its tables were made. */
  readonly migrations: string;
}

export function foldersOf({ ROWHOUSE_DATA_DIR }: Environment): Folders {
  return { dataFolder: ROWHOUSE_DATA_DIR, migrations: path.join(process.cwd(), "prisma", "migrations") };
}
