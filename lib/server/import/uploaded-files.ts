import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "../env";

/** The folder of files that are being imported. */
function folder(): string {
  return path.join(env.ROWHOUSE_DATA_DIR, "imports");
}

/** The file of an import. */
export function fileOfImport(id: string): string {
  return path.join(folder(), id);
}

/** The place for the bytes of an upload that is not complete. */
export async function unfinishedFile(id: string): Promise<string> {
  await mkdir(folder(), { recursive: true });
  return `${fileOfImport(id)}.part`;
}

export function removeFile(id: string): Promise<void> {
  return rm(fileOfImport(id), { force: true });
}

/** Removes files older than `before` that belong to no import any more, and incomplete ones of ended processes. */
export async function removeStrayFiles(
  before: Date,
  isKnown: (id: string) => Promise<boolean>,
): Promise<void> {
  const names = await readdir(folder()).catch(() => []);
  for (const name of names) {
    const file = path.join(folder(), name);
    const found = await stat(file).catch(() => null);
    if (!found || found.mtime >= before || (await isKnown(name))) continue;
    await rm(file, { force: true });
  }
}
