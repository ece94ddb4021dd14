import { type Amounts, backUp } from "@/lib/server/backup/backup";
import { chooseBackupFile } from "@/lib/server/backup/backup-files";
import type { Environment } from "@/lib/server/env";
import { describeAmounts, pathArgument } from "./backup-arguments";
import { reachInstallation, readEnvironment } from "./database";
import { stop, stopSignal } from "./lifetime";
import { prefixError, print } from "./print";

/** Creates a backup, while the server runs or without it. */
export function writeBackup(): Promise<void> {
  return write().catch(prefixError("No backup was made."));
}

async function write(): Promise<void> {
  const environment = readEnvironment();
  const file = await chooseBackupFile(pathArgument(process.argv.slice(3)), environment.ROWHOUSE_DATA_DIR);
  const amounts = await backUp(await reachInstallation(environment), file, stopSignal);
  print([file, "", `Contains ${describeAmounts(amounts)}.`, ...warningOf(amounts, environment)]);
  void stop();
}

/** Warns of missing files, which are probably in another data folder. */
function warningOf({ missing }: Amounts, { ROWHOUSE_DATA_DIR }: Environment): string[] {
  if (missing === 0) return [];
  return ["", `WARNING: ${missing} uploaded files are missing in ${ROWHOUSE_DATA_DIR} (ROWHOUSE_DATA_DIR).`];
}
