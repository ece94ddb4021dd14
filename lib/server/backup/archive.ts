import { createHash, type Hash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { constants, createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from "modern-tar";
import { syncFolder } from "./sync-folder";

/** A file inside an archive. */
export interface Entry {
  readonly name: string;
  readonly size: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Writes the entries into a gzipped tar that ends with a checksum of its contents. Renames the file once it is
 * complete and flushed. Only its owner can read it.
 */
export async function writeArchive(
  file: string,
  entries: AsyncIterable<Entry>,
  signal?: AbortSignal,
): Promise<void> {
  const unfinished = `${file}.${randomBytes(4).toString("hex")}.part`;
  try {
    await pipeline(
      pack(entries),
      createGzip({ level: constants.Z_BEST_SPEED, chunkSize }),
      createWriteStream(unfinished, { flags: "wx", mode: 0o600, flush: true }),
      { signal },
    );
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
}

/** Thrown for an untrustworthy archive. "foreign": not an archive, or damaged at its beginning. */
export class BrokenArchive extends Error {
  constructor(
    readonly kind: "foreign" | "cut off" | "damaged",
    cause?: unknown,
  ) {
    super(kind, { cause });
  }
}

/**
 * Reads the entries of an archive in order. Throws a `BrokenArchive` for any defect, at the latest at its end: a
 * reader that reaches the end has read exactly what was written.
 */
export async function* readArchive(file: string, signal?: AbortSignal): AsyncGenerator<Entry> {
  const checksum = createHash("sha256");
  let isClosed = false;
  for await (const { header, body } of unpack(file, signal)) {
    if (isClosed) throw new BrokenArchive("damaged");
    if (header.name === checksumName) {
      if ((await text(explained(body))) !== checksum.digest("hex")) throw new BrokenArchive("damaged");
      isClosed = true;
      continue;
    }
    checksum.update(headOf(header));
    const bytes = summed(explained(body), checksum);
    yield { name: header.name, size: header.size, body: bytes };
    for await (const _ of bytes);
  }
  if (!isClosed) throw new BrokenArchive("cut off");
}

const checksumName = "checksum";
const chunkSize = 256 * 1024;

function pack(entries: AsyncIterable<Entry>): Readable {
  const { readable, controller } = createTarPacker();
  // Forwards errors to the reader; an error of the reader ends this.
  fill(controller, entries).catch((error) => controller.error(error));
  return Readable.fromWeb(readable as NodeReadableStream);
}

type Packer = ReturnType<typeof createTarPacker>["controller"];

async function fill(packer: Packer, entries: AsyncIterable<Entry>): Promise<void> {
  const checksum = createHash("sha256");
  for await (const { name, size, body } of entries) {
    checksum.update(headOf({ name, size }));
    await add(packer, { name, size, body: summed(body, checksum) });
  }
  await add(packer, entryOf(checksumName, checksum.digest("hex")));
  packer.finalize();
}

async function add(packer: Packer, { name, size, body }: Entry): Promise<void> {
  const writer = packer.add({ name, size, mode: 0o600 }).getWriter();
  for await (const chunk of body) await writer.write(chunk);
  await writer.close();
}

/** An entry from a text or bytes in memory. */
export function entryOf(name: string, content: string | Uint8Array): Entry {
  const bytes = Buffer.from(content);
  return { name, size: bytes.length, body: Readable.from([bytes], { objectMode: false }) };
}

async function* unpack(file: string, signal: AbortSignal | undefined): AsyncGenerator<ParsedTarEntry> {
  const bytes = createGunzip({ chunkSize });
  // Errors reach the reader of `bytes`.
  pipeline(createReadStream(file, { highWaterMark: chunkSize }), bytes, { signal }).catch(() => {});
  const stream = Readable.toWeb(bytes) as ReadableStream<Uint8Array>;
  let isTar = false;
  try {
    for await (const entry of explained(stream.pipeThrough(createTarDecoder({ strict: true })))) {
      isTar = true;
      yield entry;
    }
  } catch (error) {
    throw error instanceof BrokenArchive && !isTar ? new BrokenArchive("foreign", error) : error;
  }
  if (!isTar) throw new BrokenArchive("foreign");
}

/** The part of an entry's head that the checksum covers. */
function headOf({ name, size }: Pick<Entry, "name" | "size">): string {
  return `${name}\0${size}\0`;
}

async function* summed(bytes: AsyncIterable<Uint8Array>, checksum: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    checksum.update(chunk);
    yield chunk;
  }
}

async function* explained<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
  try {
    yield* items;
  } catch (error) {
    throw explain(error);
  }
}

/** Keeps errors of the file system, which explain themselves. */
function explain(error: unknown): unknown {
  const { name, code, syscall, message, cause } = error as NodeJS.ErrnoException;
  if (name === "AbortError") return cause;
  if (syscall !== undefined) return error;
  return new BrokenArchive(
    code === "Z_BUF_ERROR" || /truncated/.test(message) ? "cut off" : "damaged",
    error,
  );
}
