import { requireBackupFile } from "@/lib/server/backup/backup-files";
import type { Readmitted } from "@/lib/server/backup/readmit";
import { checkBackup, restore } from "@/lib/server/backup/restore-backup";
import { foldersOf } from "@/lib/server/installation";
import { describeAmounts, pathArgument } from "./backup-arguments";
import { reachInstallation, readEnvironment } from "./database";
import { stop, stopSignal } from "./lifetime";
import { prefixError, print } from "./print";

/** Restores a backup into an empty installation. */
export function readBackup(): Promise<void> {
  return read().catch(prefixError("Nothing was restored."));
}

async function read(): Promise<void> {
  const environment = readEnvironment();
  const options = process.argv.slice(3);
  const revokeKeys = options.includes("--revoke-keys");
  const file = pathArgument(options.filter((option) => option !== "--revoke-keys"));
  if (file === undefined)
    throw new Error("Name the backup to restore: npm run restore -- <file> [--revoke-keys]");
  await requireBackupFile(file);
  const backup = await checkBackup(file, foldersOf(environment), stopSignal);
  const installation = await reachInstallation(environment);
  const restored = await restore(backup, installation, { signal: stopSignal, revokeKeys });
  print([
    `Restored the backup of ${backup.head.madeAt}: ${describeAmounts(restored)}. npm start serves it.`,
    ...(restored.foreign.length === 0
      ? []
      : ["", `Skipped tables that do not belong to Rowhouse: ${restored.foreign.join(", ")}.`]),
    "",
    ...describeKeys(restored, revokeKeys),
  ]);
  void stop();
}

/** Lists the valid keys, which include keys that were revoked after the backup. */
function describeKeys({ keys }: Readmitted, revokeKeys: boolean): string[] {
  const signedOut = "All browsers have been signed out.";
  if (revokeKeys) return [`${signedOut} All API keys have been revoked. Create one with npm run key.`];
  if (keys.length === 0) return [`${signedOut} There is no valid API key. Create one with npm run key.`];
  return [
    `${signedOut} These API keys are valid, even if they were revoked after the backup was made:`,
    ...keys.map((name) => `- ${JSON.stringify(name)}`),
    "Revoke those that should not be valid, or restore with --revoke-keys.",
  ];
}
