import { constants, copyFile, link, mkdir, rm } from "node:fs/promises";
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
    for (const id of this.#ids) await rm(placeOf(id), { force: true });
    await this.#removeUnfinished();
  }

  /**
   * Puts the files in their places, at the end of the transaction that stores the database. Until `release`, they keep
   * their unfinished names, by which housekeeping finds them if this process is killed before the commit.
   */
  async complete(): Promise<void> {
    this.#state = "storing";
    whenStored(() => {
      this.#state = "stored";
    });
    for (const id of this.#ids) await linkFile(unfinishedOf(id, folder()), placeOf(id));
  }

  /** Removes the files unless the database is stored. Leaves them to housekeeping if that cannot be determined. */
  async release(): Promise<void> {
    const isStored = this.#state === "storing" ? await this.#isStored() : this.#state === "stored";
    if (isStored === undefined) return;
    await (isStored ? this.#removeUnfinished() : this.discard());
  }

  async #removeUnfinished(): Promise<void> {
    for (const id of this.#ids) await rm(unfinishedOf(id, folder()), { force: true });
    this.#ids = [];
  }

  /**
   * Inserts the database again: after a lost connection, this waits for the end of the first transaction. Undefined if
   * the database does not respond.
   */
  async #isStored(): Promise<boolean | undefined> {
    const data = { id: this.databaseId, name: "" };
    const again = () => prisma().base.createMany({ data, skipDuplicates: true });
    const inserted = await rehearse(again).catch(() => undefined);
    return inserted && inserted.count === 0;
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
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}
