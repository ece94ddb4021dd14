import { randomBytes } from "node:crypto";
import { statfsSync } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fullDisk } from "../failures";

/**
 * PostgreSQL goes down when its log finds no room on the disk, and takes along what it could still answer. So
 * writing ends while there is some left.
 */
const leastFree = 64_000_000;

/** The log grows by files of 16 MB; coming up takes one or two. */
const reserveBytes = 32_000_000;

/** Our own server and Next's bundle load this module once each; the disk is the process's. */
const shared = globalThis as typeof globalThis & { rowhouseDataFolder?: string };

/** From now on writing depends on the disk of this folder; with undefined on none any more. */
export function guardDisk(dataFolder: string | undefined): void {
  shared.rowhouseDataFolder = dataFolder;
}

/** In so many milliseconds no disk takes as much as is left. */
const looksEvery = 20;

let lookedAt = Number.NEGATIVE_INFINITY;
let hasRoom = true;

/** Throws a 503 unless there is room for a write. Reading goes on. */
export function requireRoom(): void {
  const { rowhouseDataFolder: folder } = shared;
  if (folder === undefined) return;
  const now = performance.now();
  if (now - lookedAt >= looksEvery) {
    lookedAt = now;
    hasRoom = freeOn(folder) >= leastFree;
  }
  if (!hasRoom) throw fullDisk();
}

/** Keeps a file that is nothing but room, on a disk that has plenty. */
export async function keepReserve(dataFolder: string): Promise<void> {
  const place = reserveIn(dataFolder);
  const isThere = await access(place).then(
    () => true,
    () => false,
  );
  if (isThere || freeOn(dataFolder) < leastFree + 2 * reserveBytes) return;
  const unfinished = `${place}.part`;
  try {
    await fill(unfinished);
    await rename(unfinished, place);
  } catch {
    await rm(unfinished, { force: true });
  }
}

/** Gives that room to PostgreSQL, which cannot come up without; whether there was need and any to give. */
export async function giveReserve(dataFolder: string): Promise<boolean> {
  if (freeOn(dataFolder) >= reserveBytes) return false;
  return rm(reserveIn(dataFolder)).then(
    () => true,
    () => false,
  );
}

function reserveIn(dataFolder: string): string {
  return path.join(dataFolder, "reserve");
}

/** With bytes that no file system can make less of. */
async function fill(place: string): Promise<void> {
  const file = await open(place, "w", 0o600);
  try {
    const some = randomBytes(1_000_000);
    for (let written = 0; written < reserveBytes; written += some.length) await file.write(some);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** What we may still write, in bytes; where the system does not tell, as much as we like. */
function freeOn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
