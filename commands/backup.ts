import { type Amounts, backUp } from "@/lib/server/backup/backup";
import { chooseBackupFile } from "@/lib/server/backup/backup-files";
import type { Environment } from "@/lib/server/env";
import { amountsInWords, namedFile } from "./backup-words";
import { reachInstallation, readEnvironment } from "./database";
import { stop, stopSignal } from "./lifetime";
import { because, say } from "./print";

/** Makes a backup, beside a server that runs or without one. */
export function writeBackup(): Promise<void> {
  return write().catch(because("No backup was made."));
}

async function write(): Promise<void> {
  const environment = readEnvironment();
  const file = await chooseBackupFile(namedFile(process.argv.slice(3)), environment.ROWHOUSE_DATA_DIR);
  const amounts = await backUp(await reachInstallation(environment), file, stopSignal);
  say([file, "", `In it: ${amountsInWords(amounts)}.`, ...warningOf(amounts, environment)]);
  void stop();
}

/** Files that are missing are most likely in another data folder. */
function warningOf({ missing }: Amounts, { ROWHOUSE_DATA_DIR }: Environment): string[] {
  if (missing === 0) return [];
  return [
    "",
    `MISSING: ${missing} files that were uploaded and are not in ${ROWHOUSE_DATA_DIR} (ROWHOUSE_DATA_DIR).`,
  ];
}
