import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Installation } from "../installation";
import { logger } from "../logger";
import type { Precaution } from "../postgres/migrate";
import { reasonOf } from "../reason-of";
import { backUp } from "./backup";
import { backupName, beforeMigration, makeBackupsFolder, outdated } from "./backup-files";

/** Makes a backup before a migration, and tells where it is; the last few of these are kept. */
export function backupBeforeMigration(installation: Installation): Precaution {
  return async ({ name }) => {
    const file = await makeBackup(installation, name).catch((error) => {
      throw new Error(
        `Before the migration ${name} a backup is made, and that failed (${reasonOf(error)}). ` +
          "Nothing has been changed; mend the cause and start again.",
        { cause: error },
      );
    });
    logger.info({ file }, "made a backup before a migration");
    return (
      ` A backup of before is ${file}; to put it into an empty place, name that place by ROWHOUSE_DATA_DIR ` +
      `or DATABASE_URL and run: npm run restore -- "${file}"`
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
