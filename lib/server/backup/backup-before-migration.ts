import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Installation } from "../installation";
import { logger } from "../logger";
import type { Precaution } from "../postgres/migrate";
import { reasonOf } from "../reason-of";
import { backUp } from "./backup";
import { backupName, beforeMigration, makeBackupsFolder, outdated } from "./backup-files";

/** Creates a backup before a migration and returns how to restore it. Keeps the last few of them. */
export function backupBeforeMigration(installation: Installation): Precaution {
  return async ({ name }) => {
    const file = await makeBackup(installation, name).catch((error) => {
      throw new Error(
        `The backup before the migration ${name} failed (${reasonOf(error)}). ` +
          "Nothing has been changed. Fix the cause and start again.",
        { cause: error },
      );
    });
    logger.info({ file }, "created a backup before a migration");
    return (
      ` A backup was made before: ${file}. To restore it, set ROWHOUSE_DATA_DIR or DATABASE_URL to a new folder ` +
      `or empty database and run: npm run restore -- "${file}"`
    );
  };
}

async function makeBackup(installation: Installation, migration: string): Promise<string> {
  const folder = await makeBackupsFolder(installation.dataFolder);
  const file = path.join(folder, backupName(new Date(), `${beforeMigration}-${migration}`));
  await backUp(installation, file);
  for (const name of outdated(await readdir(folder))) await rm(path.join(folder, name));
  return file;
}
