import { hash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Attachment, ThumbnailSize } from "../../contract/attachments";
import { badRequest, type ErrorDetail, notFound } from "../../contract/errors";
import { pictureTypes } from "../../contract/picture-types";
import type { BasePlace } from "../../contract/places";
import type { WrittenValues } from "../../contract/records";
import { quote } from "../../field-types/text";
import { Prisma, prisma, query, whenStored } from "../db";
import type { ByteRange } from "../http/byte-range";
import { change, rehearse } from "../log/changes";
import type { CellChanges } from "../records/values";
import { keyIn } from "../records/written-key";
import type { SchemaField, TableSchema } from "../structure/schemas";
import { requireBase } from "../structure/structure";
import { isFileId, listUnfinished, unfinishedOf } from "./attachment-files";
import { folder, placeOf } from "./attachment-places";
import { linkFile } from "./copied-files";
import { fileIdIn, presentFile, storedForm } from "./file-forms";
import { contentDisposition, safeName } from "./file-names";
import { mimeTypeOf } from "./mime-types";
import { removeFile, thumbnailOf, thumbnailType } from "./thumbnails";
import { keepFiles } from "./unused-files";
import { readUpload } from "./uploads";

interface FileRequest {
  readonly request: Request;
  readonly filename: string | undefined;
  /** The maximum number of bytes; that of attachments by default. */
  readonly maxBytes?: number;
  /** Throws for a file that is not accepted. */
  readonly check?: (file: string) => Promise<void>;
}

/** Writes the file of a request to the disk. */
export async function receiveFile(
  { databaseId }: BasePlace,
  { request, filename, maxBytes, check }: FileRequest,
): Promise<ReceivedFile> {
  await requireBase({ databaseId });
  const id = randomBytes(16).toString("hex");
  const unfinished = unfinishedOf(id, folder());
  await mkdir(path.dirname(unfinished), { recursive: true });
  try {
    const { originalName, size, sha256 } = await readUpload(request, {
      ...{ filename, to: unfinished },
      ...(maxBytes !== undefined && { maxBytes }),
    });
    await check?.(unfinished);
    const mimeType = await mimeTypeOf(unfinished);
    const row = { id, baseId: databaseId, filename: safeName(originalName), originalName, size, mimeType };
    return new ReceivedFile(row, sha256);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** An uploaded file that no row refers to yet. `release` removes it unless `store` has succeeded. */
export class ReceivedFile {
  /** Identifies the file for idempotent calls. */
  readonly identity: { readonly name: string; readonly sha256: string };
  readonly #row: Prisma.AttachmentCreateInput;
  #state: "received" | "storing" | "stored" = "received";

  constructor(row: Prisma.AttachmentCreateInput, sha256: string) {
    this.#row = row;
    this.identity = { name: row.originalName, sha256 };
  }

  /** Stores the file and returns the value for an `attachments` cell. */
  async store(): Promise<Attachment> {
    const row = await change(async () => {
      const created = await prisma().attachment.create({ data: this.#row });
      this.#state = "storing";
      // Keeps the unfinished name, by which housekeeping finds the file if this process is killed before the commit.
      await linkFile(unfinishedOf(created.id, folder()), placeOf(created.id));
      whenStored(() => {
        this.#state = "stored";
      });
      return created;
    });
    return presentFile(storedForm(row));
  }

  /** Removes the file unless it is stored. Leaves it to housekeeping if that cannot be determined. */
  async release(): Promise<void> {
    const { id } = this.#row;
    const isStored = this.#state === "storing" ? await this.#isStored() : this.#state === "stored";
    if (isStored === undefined) return;
    if (!isStored) await removeFile(id);
    await rm(unfinishedOf(id, folder()), { force: true });
  }

  /**
   * Inserts the row again to find out if it was stored: after a lost connection, this waits for the end of the
   * first transaction. Undefined if the database does not respond.
   */
  async #isStored(): Promise<boolean | undefined> {
    const again = () => prisma().attachment.createMany({ data: this.#row, skipDuplicates: true });
    const inserted = await rehearse(again).catch(() => undefined);
    return inserted && inserted.count === 0;
  }
}

/** Removes some files of databases that exist neither live nor in the trash, and returns their number. */
export async function removeOrphanedFiles(): Promise<number> {
  const rows = await query<{ id: string }>(Prisma.sql`
    SELECT "id" FROM "Attachment"
    WHERE NOT EXISTS (SELECT FROM "AllBases" WHERE "AllBases"."id" = "Attachment"."baseId")
    LIMIT 1000`);
  // Deletes the rows last, so that a file that could not be removed is found again.
  for (const { id } of rows) await removeFile(id);
  const ids = rows.map(({ id }) => id);
  await change(() => prisma().attachment.deleteMany({ where: { id: { in: ids } } }));
  return ids.length;
}

/**
 * Removes files that were not completed since `before`, because their process was killed. One that was in its place
 * already stays there if its row is stored.
 */
export async function removeUnfinishedFiles(before: Date): Promise<void> {
  for await (const id of listUnfinished(folder())) {
    const unfinished = unfinishedOf(id, folder());
    // It may have been completed meanwhile.
    const file = await stat(unfinished).catch(() => null);
    // The time of its last name, too: a copy is a new name of an old file.
    if (!file || file.mtime >= before || file.ctime >= before) continue;
    const stored = await prisma().attachment.findUnique({ where: { id }, select: { id: true } });
    if (!stored) await removeFile(id);
    await rm(unfinished, { force: true });
  }
}

/** A file, and how a browser may treat it. */
export interface OpenAttachment {
  readonly databaseId: string;
  /** Size in bytes. */
  readonly size: number;
  /** Strong ETag: the bytes of a file never change. */
  readonly tag: string;
  readonly headers: { [name: string]: string };
  /** Reads the file, or a part of it. */
  read(part?: ByteRange): ReadableStream;
}

/**
 * Opens a file by the random part of its URL, or the small form of a picture if there is one. Throws a 404 if it does not
 * exist.
 */
export async function openAttachment(id: string, size?: ThumbnailSize): Promise<OpenAttachment> {
  const found = isFileId(id) ? await prisma().attachment.findUnique({ where: { id } }) : null;
  if (!found) throw notFound("attachment", id);
  const exists =
    (await prisma().base.findUnique({ where: { id: found.baseId }, select: { id: true } })) !== null &&
    (await stat(placeOf(id)).catch(() => null)) !== null;
  if (!exists) throw notFound("attachment", id);
  const thumbnail = size && (await thumbnailOf(found, size));
  const opened = thumbnail ?? { place: placeOf(id), size: found.size };
  return {
    databaseId: found.baseId,
    size: opened.size,
    // A hash, because the id grants access to the file and ETags may be exposed.
    tag: `"${hash("sha256", thumbnail ? `${id} ${size}` : id, "base64url").slice(0, 22)}"`,
    headers: headersOf(thumbnail ? { ...found, mimeType: thumbnailType } : found),
    read: (part) => Readable.toWeb(createReadStream(opened.place, part)) as ReadableStream,
  };
}

/**
 * Replaces files in cells by their stored description. Throws a 400 for files that were not uploaded to this
 * database: foreign URLs are never fetched.
 */
export async function resolveFiles(
  schema: TableSchema,
  records: readonly ({ path: string; written: WrittenValues } & Pick<CellChanges, "set">)[],
): Promise<void> {
  const fields = schema.fields.filter(({ fieldType }) => fieldType.storage === "files");
  const cells = records.flatMap(({ path, written, set }) =>
    fields
      .filter(({ id }) => set[id] !== undefined)
      .map((field) => ({ path: `${path}.${keyIn(written, field)}`, set, field })),
  );
  if (cells.length === 0) return;
  const ids = cells.flatMap(({ set, field }) => filesIn(set, field).map(fileIdIn));
  await keepFiles(schema.databaseId, ids);
  const found = await prisma().attachment.findMany({ where: { baseId: schema.databaseId, id: { in: ids } } });
  const known = new Map(found.map((row) => [row.id, storedForm(row)]));
  const problems: ErrorDetail[] = [];
  for (const { path, set, field } of cells) {
    set[field.id] = filesIn(set, field).map((file, index) => {
      const own = known.get(fileIdIn(file));
      if (!own) problems.push({ path: `${path}[${index}].url`, message: notUploaded(file.url) });
      return own;
    });
  }
  if (problems.length > 0) throw badRequest(problems);
}

type Row = Prisma.AttachmentGetPayload<object>;

function filesIn(set: CellChanges["set"], { id }: SchemaField): Attachment[] {
  return set[id] as Attachment[];
}

function notUploaded(url: string): string {
  return `takes the address of a file that was uploaded to this database; ${quote(url)} is not one`;
}

function headersOf({ mimeType, filename }: Pick<Row, "mimeType" | "filename">): { [name: string]: string } {
  const disposition = pictureTypes.includes(mimeType) ? "inline" : "attachment";
  return {
    "Content-Type": mimeType,
    "Content-Disposition": contentDisposition(disposition, filename),
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, max-age=7200, immutable",
  };
}
