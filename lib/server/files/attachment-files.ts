import { opendir } from "node:fs/promises";
import path from "node:path";

/** The folder of attachment files. */
export function attachmentsIn(dataFolder: string): string {
  return path.join(dataFolder, "attachments");
}

/**
 * The path of an attachment's file, within one of many small folders for fast lookup. Throws for an invalid id,
 * because it becomes part of the path.
 */
export function fileOf(id: string, attachments: string): string {
  if (!isFileId(id)) throw new Error(`no file has the id ${JSON.stringify(id)}`);
  return path.join(attachments, id.slice(0, 2), id);
}

/** The path of a file until its upload or copy is complete. */
export function unfinishedOf(id: string, attachments: string): string {
  return `${fileOf(id, attachments)}.part`;
}

/** Lists the ids of all complete files. */
export async function* listFiles(attachments: string): AsyncGenerator<string> {
  for await (const folder of namesIn(attachments)) {
    for await (const name of namesIn(path.join(attachments, folder))) if (isFileId(name)) yield name;
  }
}

/** Lists the ids of files whose upload or copy is not complete: cut off or still arriving. */
export async function* listUnfinished(attachments: string): AsyncGenerator<string> {
  for await (const folder of namesIn(attachments)) {
    for await (const name of namesIn(path.join(attachments, folder))) {
      const id = path.basename(name, ".part");
      if (id !== name && isFileId(id)) yield id;
    }
  }
}

export function isFileId(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

/** Lists the names in a folder; none if it does not exist. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error) => {
    if (["ENOENT", "ENOTDIR"].includes(error.code)) return [];
    throw error;
  });
  for await (const { name } of entries) yield name;
}
