import { open } from "node:fs/promises";

/** Sees to it that the names in a folder outlast a power cut, where the system lets one ask for that. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
