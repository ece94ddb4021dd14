import { rename, rm } from "node:fs/promises";
import { v7 } from "uuid";
import type { FileImport } from "../../../contract/import-resource";
import { limits } from "../../../contract/limits";
import type { BasePlace } from "../../../contract/places";
import type { Actor } from "../../access/author";
import { prisma, whenStored } from "../../db";
import { readUpload } from "../../files/uploads";
import { change } from "../../log/changes";
import { requireBase } from "../../structure/structure";
import { openTable } from "../../tabular";
import { inWords } from "../in-words";
import { fileOfImport, removeFile, unfinishedFile } from "../uploaded-files";
import { startAnalysis } from "./analysis";
import { presentImport, type StoredImport } from "./stored-imports";

/** Writes the file of a request to the disk. */
export async function receiveImportFile(
  { databaseId }: BasePlace,
  { request, filename, actor }: { request: Request; filename: string | undefined; actor: Actor },
): Promise<ReceivedImportFile> {
  await requireBase({ databaseId });
  const id = v7();
  const to = await unfinishedFile(id);
  try {
    const { originalName, size, sha256 } = await readUpload(request, {
      filename,
      to,
      maxBytes: limits.importBytes,
    });
    await rename(to, fileOfImport(id));
    const row = { id, baseId: databaseId, ownerId: actor.person.id, filename: originalName, size };
    return new ReceivedImportFile(row, sha256);
  } finally {
    await rm(to, { force: true });
  }
}

/** An uploaded file that no import refers to yet. `release` removes it unless `store` has succeeded. */
class ReceivedImportFile {
  /** Identifies the file for idempotent calls. */
  readonly identity: { readonly name: string; readonly sha256: string };
  #isStored = false;

  constructor(
    readonly row: Pick<StoredImport, "id" | "baseId" | "ownerId" | "filename"> & { readonly size: number },
    sha256: string,
  ) {
    this.identity = { name: row.filename, sha256 };
  }

  /** Stores the import and analyses its file in the background. Throws a 400 for a file that is refused at once. */
  async store(): Promise<FileImport> {
    const { id, filename } = this.row;
    await inWords(() => openTable(fileOfImport(id), { filename }));
    const stored = await change(async () => {
      const created = await prisma().import.create({
        data: { ...this.row, status: "analysing", reading: {} },
      });
      whenStored(() => {
        this.#isStored = true;
        startAnalysis({ id, filename }, {});
      });
      return created;
    });
    return presentImport({ ...stored, status: "analysing", reading: {}, analysis: null });
  }

  /** Removes the file unless it is stored. If that is unknown, housekeeping removes it later. */
  async release(): Promise<void> {
    if (!this.#isStored) await removeFile(this.row.id);
  }
}
