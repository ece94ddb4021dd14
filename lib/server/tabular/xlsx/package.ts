import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { limits } from "../../../contract/limits";
import { UnreadableFile } from "../unreadable-file";

/** The parts of an XLSX file, which is a zip archive. */
export interface Package {
  /** Ignores case, because some programs write names in another case than they refer to them. */
  has(name: string): boolean;
  /** Uncompressed bytes as declared; reading yields exactly as many. */
  sizeOf(name: string): number;
  /** Inflates a part. Throws if it is missing, cut off or altered. */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** Opens a zip archive. Refuses one that is damaged, encrypted or too large when unpacked. */
export async function openPackage(path: string): Promise<Package> {
  const zip = await openPromise(path, { autoClose: false }).catch((error) => {
    throw explain(error);
  });
  try {
    return packageOf(zip, await entriesOf(zip));
  } catch (error) {
    zip.close();
    throw explain(error);
  }
}

/** The error for an archive that cannot be trusted. Keeps errors of the file system, which explain themselves. */
export function damaged(cause?: unknown): UnreadableFile {
  return new UnreadableFile("The XLSX file is cut off or damaged. Save it again and upload the new file.", {
    cause,
  });
}

function explain(error: unknown): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (error instanceof UnreadableFile || syscall !== undefined) return error;
  return /encrypt/.test(message) ? encrypted() : damaged(error);
}

function encrypted(): UnreadableFile {
  return new UnreadableFile("The XLSX file is protected by a password. Save it without one.");
}

async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry);
    unpacked += entry.uncompressedSize;
    entries.set(entry.fileName.toLowerCase(), entry);
    if (entries.size > maxEntries) throw damaged();
  }
  if (unpacked <= limits.unpackedBytes) return entries;
  throw new UnreadableFile(
    `The XLSX file has more than ${limits.unpackedBytes.toLocaleString("en")} bytes when unpacked. Save it as CSV, or split it.`,
  );
}

/** Largest workbooks have a few hundred. */
const maxEntries = 10_000;

function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw encrypted();
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize < harmlessSize || uncompressedSize <= compressedSize * limits.unpackRatio) return;
  throw new UnreadableFile(
    `The XLSX file grows to more than ${limits.unpackRatio.toLocaleString("en")} times its size when unpacked, so it is not read. Save it as CSV.`,
  );
}

/** Bytes below which the ratio does not matter. */
const harmlessSize = 100_000;

function packageOf(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Package {
  const find = (name: string) => entries.get(name.toLowerCase());
  return {
    has: (name) => find(name) !== undefined,
    sizeOf: (name) => find(name)?.uncompressedSize ?? 0,
    read: (name) => inflate(zip, find(name)),
    close: () => zip.close(),
  };
}

async function* inflate(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry) throw damaged();
  let checksum = 0;
  try {
    // Fails if the part has more or fewer bytes than declared.
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw explain(error);
  }
  if (checksum !== entry.crc32) throw damaged();
}
