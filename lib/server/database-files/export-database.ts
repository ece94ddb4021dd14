import { createHash, type Hash } from "node:crypto";
import { open } from "node:fs/promises";
import { PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { ZipFile } from "yazl";
import {
  attachmentPath,
  type DatabaseDescription,
  type DescribedAttachment,
  databaseFileVersion,
  databaseFormat,
  databaseJson,
  recordsPath,
} from "../../contract/database-file";
import type { BasePlace } from "../../contract/places";
import { knownPeople } from "../access/known-people";
import { noRules } from "../access/rules";
import { countRecords, type NotedProgress, notedProgress } from "../export/progress";
import {
  type ExportCaller,
  type ExportedFile,
  type SnapshotFile,
  sendSnapshot,
  writeParts,
} from "../export/send-snapshot";
import { placeOf } from "../files/attachment-places";
import { contentDisposition, safeName } from "../files/file-names";
import { describeTable } from "../structure/describe-tables";
import { schemaOf } from "../structure/schemas";
import { type BaseRow, findBase } from "../structure/structure";
import { heldAttachments } from "./held-attachments";
import { RecordLines } from "./record-lines";
import { sealDescription } from "./sealed-description";

/** Exports a database with its records and files as a zip file, all as of one moment. */
export function exportDatabase(
  place: BasePlace,
  { exportId }: { readonly exportId?: string | undefined },
  caller: ExportCaller,
): Promise<ExportedFile> {
  return sendSnapshot(caller, async () => {
    const base = await findBase(place);
    const progress = await notedProgress({ ...place, exportId }, () => countAll(base));
    return prepare(base, progress);
  });
}

async function countAll({ tables }: BaseRow): Promise<number> {
  let total = 0;
  for (const { id } of tables) total += await countRecords(id);
  return total;
}

function prepare(base: BaseRow, progress: NotedProgress | undefined): SnapshotFile {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error) => output.destroy(error));
  return {
    headers: {
      "Content-Type": "application/zip",
      "Content-Disposition": contentDisposition("attachment", `${safeName(base.name)}.zip`),
    },
    isCompressible: false,
    output,
    write: (signal) => new DatabaseWriter(zip, { progress, signal }).write(base),
    finish: () => zip.end(),
  };
}

/** The settings of a part: attachments are mostly compressed already, and a low level takes a third of the time. */
const stored = { compress: false };
const compressed = { compressionLevel: 1 };

/** Writes the parts of the file one after the other, the description with their checksums last. */
class DatabaseWriter {
  constructor(
    readonly zip: ZipFile,
    readonly run: { readonly progress: NotedProgress | undefined; readonly signal: AbortSignal },
  ) {}

  async write(base: BaseRow): Promise<void> {
    const tables: DatabaseDescription["tables"] = [];
    const parts = { rules: noRules(base.id), people: await knownPeople(base.id) };
    for (const row of base.tables) {
      const lines = new RecordLines(schemaOf(row, base, parts), this.run.progress);
      const sha256 = await this.#add(lines, recordsPath(row.id), compressed);
      tables.push({ ...describeTable(row), records: { count: lines.count, sha256 } });
    }
    const attachments: DescribedAttachment[] = [];
    for await (const file of heldAttachments(base)) {
      attachments.push({ ...file, sha256: await this.#addAttachment(file.id) });
    }
    const { name } = base;
    const exportedAt = new Date().toISOString();
    const head = { format: databaseFormat, version: databaseFileVersion, exportedAt, name } as const;
    this.zip.addBuffer(Buffer.from(sealDescription({ ...head, tables, attachments })), databaseJson);
  }

  /** Resolves to null if the file is missing. */
  async #addAttachment(id: string): Promise<string | null> {
    const file = await open(placeOf(id)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return file && this.#add(file.createReadStream(), attachmentPath(id), stored);
  }

  /** Adds a part as fast as the file is read. Resolves to its SHA-256. */
  async #add(
    parts: AsyncIterable<string | Buffer>,
    path: string,
    options: { readonly compress?: boolean; readonly compressionLevel?: number },
  ): Promise<string> {
    const hash = createHash("sha256");
    const stream = new PassThrough();
    this.zip.addReadStream(stream, path, options);
    await writeParts(hashed(parts, hash), stream, this.run.signal);
    stream.end();
    // Until it is sent, so that no number of small parts waits in memory.
    await finished(stream, { signal: this.run.signal });
    return hash.digest("hex");
  }
}

async function* hashed(parts: AsyncIterable<string | Buffer>, hash: Hash): AsyncGenerator<string | Buffer> {
  for await (const part of parts) {
    hash.update(part);
    yield part;
  }
}
