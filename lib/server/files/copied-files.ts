import { constants, copyFile, link, mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { mintDatabaseId } from "../../contract/ids";
import { prisma, whenStored } from "../db";
import { rehearse } from "../log/changes";
import { unfinishedOf } from "./attachment-files";
import { folder, placeOf } from "./attachment-places";

/** The files of a database that is about to be stored. `release` removes them unless it was. */
export class CopiedFiles {
  /** The id of the new database. */
  readonly databaseId = mintDatabaseId();
  #ids: string[] = [];
  #state: "open" | "storing" | "stored" = "open";

  /** `identity` identifies the call when calls are compared. */
  constructor(readonly identity: unknown) {}

  /** Writes a file that stays unfinished until `complete`. */
  async write(id: string, write: (to: string) => Promise<void>): Promise<void> {
    const to = unfinishedOf(id, folder());
    await mkdir(path.dirname(to), { recursive: true });
    this.#ids.push(id);
    await write(to);
  }

  /** Removes the files written so far, before another attempt. */
  async discard(): Promise<void> {
    for (const id of this.#ids) {
      await rm(unfinishedOf(id, folder()), { force: true });
      await rm(placeOf(id), { force: true });
    }
    this.#ids = [];
  }

  /** Puts the files in their places, at the end of the transaction that stores the database. */
  async complete(): Promise<void> {
    this.#state = "storing";
    whenStored(() => {
      this.#state = "stored";
    });
    for (const id of this.#ids) {
      await rename(unfinishedOf(id, folder()), placeOf(id)).catch(unlessMissing);
    }
  }

  /** Removes the files unless the database is stored. Keeps them if that cannot be determined. */
  async release(): Promise<void> {
    if (this.#state === "stored") return;
    if (this.#state === "storing" && (await this.#isStored().catch(() => true))) return;
    await this.discard();
  }

  /** Inserts the database again: after a lost connection, this waits for the end of the first transaction. */
  async #isStored(): Promise<boolean> {
    const data = { id: this.databaseId, name: "" };
    const again = () => prisma().base.createMany({ data, skipDuplicates: true });
    const { count } = await rehearse(again);
    return count === 0;
  }
}

/**
 * Gives a file a second name, which costs no space, because the bytes of a file never change; copies it where the file
 * system cannot. A missing file has no copy.
 */
export async function linkFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isMissing(error)) return;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
