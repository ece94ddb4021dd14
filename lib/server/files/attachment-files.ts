import { opendir } from "node:fs/promises";
import path from "node:path";

/** The folder of the bytes of attachments. */
export function attachmentsIn(dataFolder: string): string {
  return path.join(dataFolder, "attachments");
}

/**
 * Where in it the bytes of one lie. A file system finds its way in many small folders. The id becomes part of a path
 * as it is: what is no minted one has none.
 */
export function fileOf(id: string, attachments: string): string {
  if (!isFileId(id)) throw new Error(`no file has the id ${JSON.stringify(id)}`);
  return path.join(attachments, id.slice(0, 2), id);
}

/** Where they arrive, until all are there. */
export function unfinishedOf(id: string, attachments: string): string {
  return `${fileOf(id, attachments)}.part`;
}

/** The ids of all that lie there, as of now; not of those that are still arriving. */
export async function* listFiles(attachments: string): AsyncGenerator<string> {
  for await (const folder of namesIn(attachments)) {
    for await (const name of namesIn(path.join(attachments, folder))) if (isFileId(name)) yield name;
  }
}

/** Where bytes lie that did not arrive whole, or have not yet. */
export async function* listUnfinished(attachments: string): AsyncGenerator<string> {
  for await (const folder of namesIn(attachments)) {
    for await (const name of namesIn(path.join(attachments, folder))) {
      if (name.endsWith(".part")) yield path.join(attachments, folder, name);
    }
  }
}

export function isFileId(name: string): boolean {
  return /^[0-9a-f]{32}$/.test(name);
}

/** Nothing in a folder that is not there. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error) => {
    if (["ENOENT", "ENOTDIR"].includes(error.code)) return [];
    throw error;
  });
  for await (const { name } of entries) yield name;
}
