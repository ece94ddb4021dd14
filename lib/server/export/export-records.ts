import { PassThrough } from "node:stream";
import type { RecordExport } from "../../contract/export";
import { exportFormats } from "../../contract/export-formats";
import type { TablePlace } from "../../contract/places";
import { contentDisposition } from "../files/file-names";
import { type TableSchema, withSchema } from "../structure/schemas";
import { planExport } from "./export-plan";
import { sheetFormats } from "./formats";
import { noting } from "./progress";
import { type Batch, readBatches } from "./record-batches";
import {
  type ExportCaller,
  type ExportedFile,
  type SnapshotFile,
  sendSnapshot,
  writeParts,
} from "./send-snapshot";
import { oneAhead, writeSheet } from "./write-sheet";

/**
 * Exports the selected records of a table as of one moment. Refuses the request before the first byte if the format
 * cannot hold them.
 */
export function exportRecords(
  place: TablePlace,
  request: RecordExport,
  caller: ExportCaller,
): Promise<ExportedFile> {
  return withSchema(place, (schema) => sendSnapshot(caller, () => prepare(schema, request)));
}

async function prepare(schema: TableSchema, request: RecordExport): Promise<SnapshotFile> {
  const { sheet, wanted, progress, filename } = await planExport(schema, request);
  const { write, isCompressible = false } = sheetFormats[request.format];
  const writer = write(sheet);
  const batches = await afterFirst(oneAhead(noting(readBatches(schema, wanted), progress)));
  const text = new PassThrough();
  return {
    headers: {
      "Content-Type": exportFormats[request.format].mediaType,
      "Content-Disposition": contentDisposition("attachment", filename),
    },
    isCompressible,
    output: writer.pack ? writer.pack(text) : text,
    write: (signal) => writeParts(writeSheet(writer, batches), text, signal),
    finish: () => text.end(writer.foot),
  };
}

/** Waits for the first batch, so that a failing statement is reported instead of breaking off the file. */
async function afterFirst(batches: AsyncGenerator<Batch>): Promise<AsyncGenerator<Batch>> {
  const first = await batches.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* batches;
  })();
}
