import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { ReadableStream as WebStream } from "node:stream/web";
import { isRefusal } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { ViewConfig } from "../../contract/views";
import { connectionSeats } from "../connection-seats";
import { readSnapshot } from "../db";
import { checkRegularly } from "../log/regular-checks";
import { logger } from "../logger";
import type { TableSchema } from "../structure/schemas";

const takeExportSeat = connectionSeats("an export", "exports");

/** The caller of an export. `admit` throws if the caller may no longer read what is exported. */
export interface ExportCaller {
  readonly owner: string;
  admit(): Promise<void>;
  /** Narrows the schema to what exists for the caller. */
  narrow?(schema: TableSchema, view: ViewConfig | undefined): TableSchema;
}

/** A file that is being written. Its stream breaks off with an error if the file cannot be completed. */
export interface ExportedFile {
  readonly stream: ReadableStream;
  readonly headers: { readonly [name: string]: string };
  readonly isCompressible: boolean;
}

/** A file that is about to be written from a snapshot. */
export interface SnapshotFile {
  readonly headers: ExportedFile["headers"];
  readonly isCompressible: boolean;
  /** The bytes for the caller. Destroying it breaks off the file. */
  readonly output: Readable;
  /** Writes everything but the end. Stops when the signal aborts. */
  write(signal: AbortSignal): Promise<void>;
  /** Completes the file. */
  finish(): void;
}

/**
 * Sends a file that `prepare` reads from one snapshot. Rejects if `prepare` does; a later failure breaks off the stream.
 * Reads no faster than the caller does, and frees the connection when the stream is cancelled.
 */
export async function sendSnapshot(
  caller: ExportCaller,
  prepare: () => Promise<SnapshotFile>,
): Promise<ExportedFile> {
  const leave = takeExportSeat(caller.owner);
  try {
    const { file, ended } = await begin(prepare);
    // Not within the snapshot, whose connection cannot write: the check notes the use of the key.
    const stopWatching = breakOffWhenOver(file.output, caller);
    void ended.then(() => {
      stopWatching();
      // First, because a caller may begin the next export as soon as this file is complete.
      leave();
      if (!file.output.destroyed) file.finish();
    });
    const { output, headers, isCompressible } = file;
    // Not `Readable.toWeb`, which throws an uncaught error if data arrives while the stream is being cancelled.
    return { stream: WebStream.from(output) as ReadableStream, headers, isCompressible };
  } catch (error) {
    leave();
    throw error;
  }
}

interface Begun {
  readonly file: SnapshotFile;
  /** Resolves when the connection is free again; never rejects. */
  readonly ended: Promise<void>;
}

function begin(prepare: () => Promise<SnapshotFile>): Promise<Begun> {
  return new Promise((resolve, reject) => {
    const ended = readSnapshot(
      async () => {
        const file = await prepare();
        resolve({ file, ended });
        await send(file);
      },
      { maxMs },
    ).catch(reject);
  });
}

const maxMs = limits.exportSeconds * 1_000;

/** Breaks off the file after a failure, and stops if it was broken off by others. */
async function send({ output, write }: SnapshotFile): Promise<void> {
  const closing = new AbortController();
  output.once("close", () => closing.abort());
  try {
    await write(closing.signal);
  } catch (error) {
    if (output.destroyed) return;
    logger.warn({ err: error }, "an export broke off");
    output.destroy(error as Error);
  }
}

/** Writes parts as fast as they are read. Throws when the signal aborts. */
export async function writeParts(
  parts: AsyncIterable<string | Buffer>,
  stream: Writable,
  signal: AbortSignal,
): Promise<void> {
  for await (const part of parts) {
    signal.throwIfAborted();
    if (!stream.write(part)) await once(stream, "drain", { signal });
  }
}

/** Breaks off a file when its time is over, or when the key or session has ended. Returns the way to stop watching. */
function breakOffWhenOver(output: Readable, { admit }: ExportCaller): () => void {
  const timer = setTimeout(() => output.destroy(new Error("the time of an export is over")), maxMs);
  const stopChecking = checkRegularly(async () => {
    try {
      await admit();
    } catch (error) {
      // A failing database does not end anyone's rights.
      if (isRefusal(error)) output.destroy(error);
    }
  });
  return () => {
    clearTimeout(timer);
    stopChecking();
  };
}
