import { randomBytes } from "node:crypto";
import { statfsSync } from "node:fs";
import { access, open, rename, rm } from "node:fs/promises";
import path from "node:path";
import { fullDisk } from "../failures";

/**
 * Free space below which writes are refused. PostgreSQL crashes if its write-ahead log does not fit on the disk,
 * and then cannot even serve reads.
 */
const minFreeBytes = 64_000_000;

/** The write-ahead log grows by files of 1 MB, in older folders of 16 MB; a start needs one or two. */
const reserveBytes = 32_000_000;

/** Global, because our server and Next's bundle each load this module, but share the disk. */
const shared = globalThis as typeof globalThis & { rowhouseDataFolder?: string };

/** Makes writes depend on the free space of this folder's disk; of none with undefined. */
export function guardDisk(dataFolder: string | undefined): void {
  shared.rowhouseDataFolder = dataFolder;
}

/** Milliseconds between checks, in which no disk can fill up. */
const looksEvery = 20;

let lookedAt = Number.NEGATIVE_INFINITY;
let hasRoom = true;

/** Throws a 503 if there is no space for a write. Reads continue. */
export function requireRoom(): void {
  const { rowhouseDataFolder: folder } = shared;
  if (folder === undefined) return;
  const now = performance.now();
  if (now - lookedAt >= looksEvery) {
    lookedAt = now;
    hasRoom = freeOn(folder) >= minFreeBytes;
  }
  if (!hasRoom) throw fullDisk();
}

/** Keeps a reserve file while the disk has plenty of space. */
export async function keepReserve(dataFolder: string): Promise<void> {
  const place = reserveIn(dataFolder);
  const exists = await access(place).then(
    () => true,
    () => false,
  );
  if (exists || freeOn(dataFolder) < minFreeBytes + 2 * reserveBytes) return;
  const unfinished = `${place}.part`;
  try {
    await fill(unfinished);
    await rename(unfinished, place);
  } catch {
    await rm(unfinished, { force: true });
  }
}

/** Deletes the reserve if PostgreSQL needs its space to start; returns whether it did. */
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

/** Writes random bytes, which no file system can compress. */
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

/** Free space in bytes; infinite if the system does not report it. */
function freeOn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
