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
 * Packs the entries into one file: a gzipped tar, at its end the checksum of all that is in it. The file has its
 * name only once it is whole and on the disk. It is for its owner alone to read.
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

/** Why a file is not an archive to be trusted. `foreign`: it is none, or damaged at its very beginning. */
export class BrokenArchive extends Error {
  constructor(
    readonly kind: "foreign" | "cut off" | "damaged",
    cause?: unknown,
  ) {
    super(kind, { cause });
  }
}

/**
 * The entries of an archive in their order, each to be read whole or not at all. Throws a `BrokenArchive` where
 * something is wrong with it, at the end at the latest: who comes to the end has read what was written.
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
  // What goes wrong here goes wrong for the reader; what goes wrong for the reader ends this.
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

/** An entry of a text or of bytes that are in memory. */
export function entryOf(name: string, content: string | Uint8Array): Entry {
  const bytes = Buffer.from(content);
  return { name, size: bytes.length, body: Readable.from([bytes], { objectMode: false }) };
}

async function* unpack(file: string, signal: AbortSignal | undefined): AsyncGenerator<ParsedTarEntry> {
  const bytes = createGunzip({ chunkSize });
  // It fails the one that reads from `bytes`.
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

/** What the checksum covers of an entry besides its bytes. */
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

/** Errors of the file system speak for themselves. */
function explain(error: unknown): unknown {
  const { name, code, syscall, message, cause } = error as NodeJS.ErrnoException;
  if (name === "AbortError") return cause;
  if (syscall !== undefined) return error;
  return new BrokenArchive(
    code === "Z_BUF_ERROR" || /truncated/.test(message) ? "cut off" : "damaged",
    error,
  );
}
