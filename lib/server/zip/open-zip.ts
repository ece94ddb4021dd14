import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";

/** The reason why an archive is refused. */
export type ZipProblem = "damaged" | "encrypted" | "too large" | "grows too much";

export interface ZipOptions {
  /** Maximum bytes of all parts when unpacked. */
  readonly maxBytes: number;
  /** How often a part may grow when unpacked; unlimited if omitted. */
  readonly maxRatio?: number;
  readonly maxParts: number;
  /** Normalizes the names of parts, by which they are found. */
  nameOf?(name: string): string;
  /** The error to throw for an archive that is refused. */
  refuse(problem: ZipProblem, cause?: unknown): Error;
}

/** The parts of a zip archive. */
export interface Zip {
  /** The names as in the archive, repeated ones too. */
  readonly names: readonly string[];
  has(name: string): boolean;
  /** Uncompressed bytes as declared; reading yields exactly as many. */
  sizeOf(name: string): number;
  /** Inflates a part. Throws if it is missing, cut off or altered. */
  read(name: string): AsyncGenerator<Buffer>;
  close(): void;
}

/** Opens a zip archive. Refuses one that is damaged, encrypted or too large when unpacked. */
export async function openZip(path: string, options: ZipOptions): Promise<Zip> {
  const zip = await openPromise(path, { autoClose: false }).catch((error) => {
    throw explain(error, options);
  });
  try {
    const entries = await listEntries(zip, options);
    checkEntries(entries, options);
    return zipOf(zip, entries, options);
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Keeps errors of the file system, which explain themselves. */
function explain(error: unknown, { refuse }: ZipOptions): unknown {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall !== undefined) return error;
  return refuse(/encrypt/.test(message) ? "encrypted" : "damaged", error);
}

async function listEntries(zip: ZipFile, options: ZipOptions): Promise<Entry[]> {
  const entries: Entry[] = [];
  if (zip.entryCount > options.maxParts) throw options.refuse("damaged");
  try {
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return entries;
  } catch (error) {
    throw explain(error, options);
  }
}

function checkEntries(entries: readonly Entry[], options: ZipOptions): void {
  for (const entry of entries) checkEntry(entry, options);
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > options.maxBytes) throw options.refuse("too large");
}

function checkEntry(entry: Entry, { maxRatio = Number.POSITIVE_INFINITY, refuse }: ZipOptions): void {
  if (entry.isEncrypted()) throw refuse("encrypted");
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize < harmlessSize || uncompressedSize <= compressedSize * maxRatio) return;
  throw refuse("grows too much");
}

/** Bytes below which the ratio does not matter. */
const harmlessSize = 100_000;

function zipOf(zip: ZipFile, entries: readonly Entry[], options: ZipOptions): Zip {
  const { nameOf = (name) => name } = options;
  const byName = new Map(entries.map((entry) => [nameOf(entry.fileName), entry]));
  const find = (name: string) => byName.get(nameOf(name));
  return {
    names: entries.map(({ fileName }) => fileName),
    has: (name) => find(name) !== undefined,
    sizeOf: (name) => find(name)?.uncompressedSize ?? 0,
    read: (name) => inflate(zip, find(name), options),
    close: () => zip.close(),
  };
}

async function* inflate(zip: ZipFile, entry: Entry | undefined, options: ZipOptions): AsyncGenerator<Buffer> {
  if (!entry) throw options.refuse("damaged");
  let checksum = 0;
  try {
    // Fails if the part has more or fewer bytes than declared.
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
  } catch (error) {
    throw explain(error, options);
  }
  if (checksum !== entry.crc32) throw options.refuse("damaged");
}
