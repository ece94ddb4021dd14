import { open } from "node:fs/promises";

/** Flushes a folder, so that its file names survive a power failure, where the system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
