import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import { isRefusal } from "../../contract/errors";
import { exportFormats, type RecordExport } from "../../contract/export";
import { limits } from "../../contract/limits";
import type { TablePlace } from "../../contract/places";
import { readSnapshot } from "../db";
import { contentDisposition } from "../files/file-names";
import { checkRegularly } from "../log/regular-checks";
import { logger } from "../logger";
import { type TableSchema, withSchema } from "../structure/schemas";
import { planExport } from "./export-plan";
import { takeExportSeat } from "./export-seats";
import { sheetFormats } from "./formats";
import { type Batch, readBatches } from "./record-batches";
import type { SheetWriter } from "./sheet";
import { oneAhead, writeSheet } from "./write-sheet";

/** The caller of an export. `admit` throws if the caller may no longer read the table. */
export interface ExportCaller {
  readonly owner: string;
  admit(): Promise<void>;
}

/** A file that is being written. Its stream breaks off with an error if the file cannot be completed. */
export interface ExportedFile {
  readonly stream: ReadableStream;
  readonly headers: { readonly [name: string]: string };
  readonly isCompressible: boolean;
}

/**
 * Exports the selected records of a table as of one moment. Refuses the request before the first byte if the format
 * cannot hold them. Reads no faster than the caller does, and frees the connection when the stream is cancelled.
 */
export async function exportRecords(
  place: TablePlace,
  request: RecordExport,
  caller: ExportCaller,
): Promise<ExportedFile> {
  const leave = takeExportSeat(caller.owner);
  try {
    const { file, ended, finish } = await withSchema(place, (schema) => begin(schema, request, caller));
    // In this order, because a caller may begin the next export as soon as this file is complete.
    void ended.then(leave).then(finish);
    return file;
  } catch (error) {
    leave();
    throw error;
  }
}

interface Export {
  readonly file: ExportedFile;
  /** Resolves when the connection is free again; never rejects. */
  readonly ended: Promise<void>;
  /** Completes the file unless it has broken off. */
  finish(): void;
}

/** Resolves once the first records are read. Until then, a failure rejects; later it breaks off the stream. */
function begin(schema: TableSchema, request: RecordExport, caller: ExportCaller): Promise<Export> {
  return new Promise((resolve, reject) => {
    const maxMs = limits.exportSeconds * 1_000;
    const ended = readSnapshot(
      async () => {
        const { sheet, wanted, filename } = await planExport(schema, request);
        const { write, isCompressible = false } = sheetFormats[request.format];
        const writer = write(sheet);
        const batches = await afterFirst(oneAhead(readBatches(schema, wanted)));
        const text = new PassThrough();
        const headers = {
          "Content-Type": exportFormats[request.format].mediaType,
          "Content-Disposition": contentDisposition("attachment", filename),
        };
        const file = { stream: streamOf(text, writer), headers, isCompressible };
        resolve({ file, ended, finish: () => !text.destroyed && text.end(writer.foot) });
        const stopWatching = breakOffWhenOver(text, caller, maxMs);
        await send(writeSheet(writer, { batches, owner: caller.owner }), text).finally(stopWatching);
      },
      { maxMs },
    ).catch(reject);
  });
}

/** Waits for the first batch, so that a failing statement is reported instead of breaking off the file. */
async function afterFirst(batches: AsyncGenerator<Batch>): Promise<AsyncGenerator<Batch>> {
  const first = await batches.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* batches;
  })();
}

function streamOf(text: Readable, { pack }: SheetWriter): ReadableStream {
  return Readable.toWeb(pack ? pack(text) : text) as ReadableStream;
}

/** Sends a text as fast as it is read. Breaks it off after a failure, and stops if it was broken off by others. */
async function send(parts: AsyncIterable<string>, text: PassThrough): Promise<void> {
  const closing = new AbortController();
  text.once("close", () => closing.abort());
  try {
    for await (const part of parts) {
      closing.signal.throwIfAborted();
      if (!text.write(part)) await once(text, "drain", { signal: closing.signal });
    }
  } catch (error) {
    if (text.destroyed) return;
    logger.warn({ err: error }, "an export broke off");
    text.destroy(error as Error);
  }
}

/** Breaks off a file when its time is over, or when the key or session has ended. Returns the way to stop watching. */
function breakOffWhenOver(text: PassThrough, { admit }: ExportCaller, maxMs: number): () => void {
  const timer = setTimeout(() => text.destroy(new Error("the time of an export is over")), maxMs);
  const stopChecking = checkRegularly(async () => {
    try {
      await admit();
    } catch (error) {
      // A failing database does not end anyone's rights.
      if (isRefusal(error)) text.destroy(error);
    }
  });
  return () => {
    clearTimeout(timer);
    stopChecking();
  };
}
