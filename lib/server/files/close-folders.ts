import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { logger } from "../logger";

/**
 * Closes the folders that an earlier version has made to other users of the machine; what is made from now on is theirs
 * to begin with. Files within a folder that is closed are out of reach, whatever their own rights are.
 */
export async function closeFolders(dataFolder: string): Promise<void> {
  // Where that is not possible, whoever needs the folder next says so.
  await mkdir(dataFolder, { recursive: true }).catch(() => {});
  // Started by root, PostgreSQL may run as another user, who has to pass through to its own folder.
  await close(dataFolder, process.getuid?.() === 0 ? 0o711 : 0o700);
  await close(path.join(dataFolder, "attachments"), 0o700);
}

async function close(folder: string, mode: number): Promise<void> {
  await chmod(folder, mode).catch((error: NodeJS.ErrnoException) => {
    // A volume may belong to somebody else, who has to close it.
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR")
      logger.warn({ err: error, folder }, "a folder stays open to other users");
  });
}
