import { PassThrough } from "node:stream";
import type { RecordExport } from "../../contract/export";
import { exportFormats } from "../../contract/export-formats";
import type { TablePlace } from "../../contract/places";
import { contentDisposition } from "../files/file-names";
import { type TableSchema, withSchema } from "../structure/schemas";
import { copyLines } from "./copied-lines";
import { type ExportPlan, planExport } from "./export-plan";
import { sheetFormats } from "./formats";
import { noting } from "./progress";
import { readBatches } from "./record-batches";
import {
  type ExportCaller,
  type ExportedFile,
  type SnapshotFile,
  sendSnapshot,
  writeParts,
} from "./send-snapshot";
import type { SheetWriter } from "./sheet";
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
  return withSchema(place, (schema) => sendSnapshot(caller, () => prepare(schema, request, caller)));
}

async function prepare(
  schema: TableSchema,
  request: RecordExport,
  caller: ExportCaller,
): Promise<SnapshotFile> {
  const plan = await planExport(schema, request, caller);
  const { write, isCompressible = false } = sheetFormats[request.format];
  const writer = write(plan.sheet);
  const parts = await partsOf(plan, writer);
  const text = new PassThrough();
  return {
    headers: {
      "Content-Type": exportFormats[request.format].mediaType,
      "Content-Disposition": contentDisposition("attachment", plan.filename),
    },
    isCompressible,
    output: writer.pack ? writer.pack(text) : text,
    write: (signal) => writeParts(parts, text, signal),
    finish: () => text.end(writer.foot),
  };
}

/** The file except for its foot. */
async function partsOf(
  { schema, wanted, progress }: ExportPlan,
  writer: SheetWriter,
): Promise<AsyncIterable<string | Buffer>> {
  if (!writer.copied) {
    return writeSheet(writer, await afterFirst(oneAhead(noting(readBatches(schema, wanted), progress))));
  }
  await progress?.add(0);
  const lines = await afterFirst(copyLines(schema, wanted, writer.copied));
  return (async function* () {
    yield writer.head;
    yield* lines;
  })();
}

/** Waits for the first item, so that a failing statement is reported instead of breaking off the file. */
async function afterFirst<Item>(items: AsyncGenerator<Item>): Promise<AsyncGenerator<Item>> {
  const first = await items.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* items;
  })();
}
