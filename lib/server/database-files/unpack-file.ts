import { createHash, type Hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { attachmentPath, type DescribedAttachment, recordsPath } from "../../contract/database-file";
import type { CopiedFiles } from "../files/copied-files";
import { safeName } from "../files/file-names";
import { mimeTypeOf } from "../files/mime-types";
import { requireRoom } from "../postgres/disk-room";
import type { DerivedIds } from "../records/copied-ids";
import { altered } from "./bad-file";
import type { DatabaseFile } from "./open-file";

/** Reads every part of the file once and compares it with its checksum. Throws a 400 for an altered one. */
export async function verifyRecords({ description, read }: DatabaseFile): Promise<void> {
  for (const { id, records } of description.tables) {
    const path = recordsPath(id);
    const hash = createHash("sha256");
    for await (const chunk of read(path)) hash.update(chunk);
    if (hash.digest("hex") !== records.sha256) throw altered(path);
  }
}

/** An attachment of the file, as it will be stored: under its new id, with facts taken from its bytes. */
export type UnpackedAttachment = Omit<DescribedAttachment, "sha256">;

/** Unpacks the attachments and compares each with its checksum. Returns them by their ids in the file. */
export async function unpackAttachments(
  { description, read }: DatabaseFile,
  files: CopiedFiles,
  derived: DerivedIds,
): Promise<ReadonlyMap<string, UnpackedAttachment>> {
  const unpacked = new Map<string, UnpackedAttachment>();
  for (const { sha256, ...described } of description.attachments) {
    const id = derived.file(described.id);
    const attachment = { ...described, id, filename: safeName(described.filename) };
    if (sha256 === null) {
      // Nothing can be served, so that the type does not matter.
      unpacked.set(described.id, { ...attachment, mimeType: "application/octet-stream" });
      continue;
    }
    const path = attachmentPath(described.id);
    await files.write(id, async (to) => {
      const hash = createHash("sha256");
      const counted = { size: 0 };
      await pipeline(measured(read(path), { hash, counted }), createWriteStream(to));
      if (hash.digest("hex") !== sha256) throw altered(path);
      unpacked.set(described.id, { ...attachment, size: counted.size, mimeType: await mimeTypeOf(to) });
    });
  }
  return unpacked;
}

async function* measured(
  bytes: AsyncIterable<Buffer>,
  { hash, counted }: { readonly hash: Hash; readonly counted: { size: number } },
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    requireRoom();
    hash.update(chunk);
    counted.size += chunk.length;
    yield chunk;
  }
}
