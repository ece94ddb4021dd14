import type { Stats } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";

/** Returns the default folder of backups; creates it if needed. */
export async function makeBackupsFolder(dataFolder: string): Promise<string> {
  const folder = path.resolve(dataFolder, "backups");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** The file name of a backup created at `at`. */
export function backupName(at: Date, first = "rowhouse"): string {
  return `${first}-${at.toISOString().replaceAll(/[:.]/g, "-")}.tar.gz`;
}

/** Chooses the file of a requested backup: the given file, or a new one in the given or the default folder. */
export async function chooseBackupFile(given: string | undefined, dataFolder: string): Promise<string> {
  const place = given ?? (await makeBackupsFolder(dataFolder));
  const found = await find(place);
  if (found?.isDirectory()) return path.resolve(place, backupName(new Date()));
  if (found) throw new Error(`${given} exists already. Choose another file for the backup.`);
  const folder = path.dirname(path.resolve(place));
  if (!(await find(folder))?.isDirectory()) throw new Error(`There is no folder ${folder}.`);
  return path.resolve(place);
}

/** Checks that a file to restore exists. */
export async function requireBackupFile(file: string): Promise<void> {
  const found = await find(file);
  if (!found) throw new Error(`There is no file ${file}.`);
  if (found.isDirectory()) throw new Error(`${file} is a folder. Name a file in it.`);
}

/** A file or folder; null if it does not exist or cannot be reached. */
function find(place: string): Promise<Stats | null> {
  return stat(place).catch(() => null);
}

/** Selects the backups before migrations that may be deleted, and incomplete backups. */
export function outdated(names: readonly string[]): string[] {
  const own = names.filter((name) => name.startsWith(`${beforeMigration}-`));
  const whole = own.filter((name) => timeIn(name) !== undefined).toSorted(byTime);
  return [...whole.slice(0, -kept), ...own.filter((name) => name.endsWith(".part"))];
}

export const beforeMigration = "before";
const kept = 3;

function byTime(a: string, b: string): number {
  return (timeIn(a) ?? "") < (timeIn(b) ?? "") ? -1 : 1;
}

function timeIn(name: string): string | undefined {
  return /-(\d{4}-\d\d-\d\dT[\d-]+Z)\.tar\.gz$/.exec(name)?.[1];
}
