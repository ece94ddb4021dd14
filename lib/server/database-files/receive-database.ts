import { rm } from "node:fs/promises";
import { v7 } from "uuid";
import type { Base } from "../../contract/bases";
import { limits } from "../../contract/limits";
import type { Author } from "../access/author";
import { CopiedFiles } from "../files/copied-files";
import { readUpload } from "../files/uploads";
import { unfinishedFile } from "../import/uploaded-files";
import { importDatabase } from "./import-database";

/** An uploaded database on the disk. */
export interface ReceivedDatabase {
  /** Identifies the file for idempotent calls. */
  readonly identity: unknown;
  store(author: Author): Promise<Base>;
  /** Removes the file, and those of the database unless it is stored. */
  release(): Promise<void>;
}

/** Writes the file of a request to the disk: the part `file` of a multipart body, or a raw body. */
export async function receiveDatabase(request: Request): Promise<ReceivedDatabase> {
  const to = await unfinishedFile(v7());
  try {
    const isMultipart = /^multipart\//i.test(request.headers.get("Content-Type") ?? "");
    const filename = isMultipart ? undefined : "database.zip";
    const { sha256 } = await readUpload(request, { filename, to, maxBytes: limits.databaseFileBytes });
    const files = new CopiedFiles({ sha256 });
    return {
      identity: files.identity,
      store: (author) => importDatabase(author, to, files),
      async release() {
        await rm(to, { force: true });
        await files.release();
      },
    };
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
}
