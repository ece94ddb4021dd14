import type { Readmitted } from "@/lib/server/backup/readmit";
import { checkBackup, restore } from "@/lib/server/backup/restore-backup";
import { foldersOf } from "@/lib/server/installation";
import { amountsInWords, namedFile } from "./backup-words";
import { reachInstallation, readEnvironment } from "./database";
import { stop, stopSignal } from "./lifetime";
import { because, say } from "./print";

/** Puts a backup back, into an empty place. */
export function readBackup(): Promise<void> {
  return read().catch(because("Nothing was restored."));
}

async function read(): Promise<void> {
  const environment = readEnvironment();
  const given = process.argv.slice(3);
  const revokeKeys = given.includes("--revoke-keys");
  const file = namedFile(given.filter((each) => each !== "--revoke-keys"));
  if (file === undefined) throw new Error("Say which backup: npm run restore -- <file> [--revoke-keys]");
  const backup = await checkBackup(file, foldersOf(environment), stopSignal);
  const installation = await reachInstallation(environment);
  const restored = await restore(backup, installation, { signal: stopSignal, revokeKeys });
  say([
    `All that was there on ${backup.head.madeAt} is back: ${amountsInWords(restored)}. npm start serves it.`,
    ...(restored.foreign.length === 0
      ? []
      : ["", `Left out, as they are not Rowhouse's: the tables ${restored.foreign.join(", ")}.`]),
    "",
    ...aboutKeys(restored, revokeKeys),
  ]);
  void stop();
}

/** Keys of the backup open it again, also those that were revoked since it was made. */
function aboutKeys({ keys }: Readmitted, revokeKeys: boolean): string[] {
  const signIn = "Every browser has been signed out.";
  if (revokeKeys) return [`${signIn} Every API key has been revoked; npm run key makes another.`];
  if (keys.length === 0) return [`${signIn} No API key is good; npm run key makes one.`];
  return [
    `${signIn} These API keys are good, even if they were revoked after the backup was made:`,
    ...keys.map((name) => `- ${JSON.stringify(name)}`),
    "Revoke those that should not be, or restore with --revoke-keys.",
  ];
}
