import { chmod, mkdir } from "node:fs/promises";
import path from "node:path";
import { logger } from "../logger";

/**
 * Restricts folders created by earlier versions to the current user; new ones are restricted from the start. Files
 * within them become unreachable for others, whatever their own mode.
 */
export async function closeFolders(dataFolder: string): Promise<void> {
  // Later use of the folder reports the error.
  await mkdir(dataFolder, { recursive: true }).catch(() => {});
  // If started by root, PostgreSQL may run as another user, who needs to traverse to its folder.
  await close(dataFolder, process.getuid?.() === 0 ? 0o711 : 0o700);
  await close(path.join(dataFolder, "attachments"), 0o700);
}

async function close(folder: string, mode: number): Promise<void> {
  await chmod(folder, mode).catch((error: NodeJS.ErrnoException) => {
    // The volume may belong to another user, who must restrict it.
    if (error.code !== "ENOENT" && error.code !== "ENOTDIR")
      logger.warn({ err: error, folder }, "a folder stays open to other users");
  });
}
