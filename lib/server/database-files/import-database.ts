import type { Attachment } from "../../contract/attachments";
import type { Base } from "../../contract/bases";
import { type DatabaseDescription, recordsPath } from "../../contract/database-file";
import { limits } from "../../contract/limits";
import { type Author, holderOf } from "../access/author";
import { knownPeople } from "../access/known-people";
import { noRules } from "../access/rules";
import { execute, Prisma, prisma } from "../db";
import { oneAhead } from "../export/write-sheet";
import type { CopiedFiles } from "../files/copied-files";
import { fileIdIn, storedForm } from "../files/file-forms";
import { takeImportSeat } from "../import/rows/import-seats";
import { type ChangeSet, changeSet } from "../log/changes";
import { DerivedIds } from "../records/copied-ids";
import { presentBase } from "../structure/bases";
import { insertDatabaseCopy } from "../structure/copy-database";
import { copiedId } from "../structure/copy-tables";
import { attachPartitions, createDetached, partitionOf } from "../structure/partitions";
import { schemaOf } from "../structure/schemas";
import { findBase } from "../structure/structure";
import { settleUnique } from "../structure/unique-indexes";
import { invalid } from "./bad-file";
import { type DatabaseFile, openDatabaseFile } from "./open-file";
import { type FileOf, RecordReader, readRecords } from "./read-records";
import { createLinkStaging, type NewIds, storeBatch, storeLinks } from "./store-records";
import { type UnpackedAttachment, unpackAttachments, verifyRecords } from "./unpack-file";

/**
 * Creates a database from an exported file, with everything in it under new ids: all or nothing. Throws a 400 that says
 * what is wrong with a file that is cut off, altered, invalid or of a newer version.
 */
export async function importDatabase(author: Author, path: string, files: CopiedFiles): Promise<Base> {
  const file = await openDatabaseFile(path);
  try {
    // Before the seat and the transaction, so that a bad file holds no connection.
    await verifyRecords(file);
    const derived = new DerivedIds();
    const attachments = await unpackAttachments(file, files, derived);
    const leave = takeImportSeat(holderOf(author.actor));
    try {
      return await storeDatabase(author, { file, files, derived, attachments });
    } finally {
      leave();
    }
  } finally {
    file.close();
  }
}

interface Unpacked {
  readonly file: DatabaseFile;
  readonly files: CopiedFiles;
  readonly derived: DerivedIds;
  readonly attachments: ReadonlyMap<string, UnpackedAttachment>;
}

function storeDatabase(author: Author, unpacked: Unpacked): Promise<Base> {
  const { file, files, derived, attachments } = unpacked;
  const { databaseId } = files;
  const maxMs = limits.importSeconds * 1_000;
  return changeSet(author, { databaseId, maxMs, hasSeat: true }, async (change) => {
    await execute(Prisma.sql`SET LOCAL statement_timeout = ${Prisma.raw(String(maxMs))}`);
    const ids = await insertDatabaseCopy(change, file.description, derived);
    await storeAttachments(databaseId, [...attachments.values()]);
    await createLinkStaging();
    for (const table of file.description.tables) {
      await storeTable(change, table, { ...unpacked, ids });
    }
    await storeLinks();
    await files.complete();
    await settleUnique({ databaseId });
    await attachPartitions(file.description.tables.map(({ id }) => copiedId(ids, id)));
    return presentBase(await findBase({ databaseId }));
  });
}

type Table = DatabaseDescription["tables"][number];

async function storeTable(
  change: ChangeSet,
  table: Table,
  { file, attachments, ...newIds }: Unpacked & NewIds,
): Promise<void> {
  const base = { id: change.databaseId, version: 1 };
  const parts = { rules: noRules(base.id), people: await knownPeople(base.id) };
  const schema = schemaOf(table, base, parts);
  const partitionId = copiedId(newIds.ids, table.id);
  await createDetached(partitionId);
  const reader = new RecordReader(schema, fileFinder(attachments), new Set(parts.people.map(({ id }) => id)));
  const path = recordsPath(table.id);
  let count = 0;
  // One ahead, so that PostgreSQL and this process work at the same time.
  for await (const records of oneAhead(readRecords(file.read(path), reader))) {
    count += records.length;
    await storeBatch(schema, records, newIds).catch((error) => {
      throw error.code === uniqueViolation ? invalid(path, "has two records with one id") : error;
    });
  }
  if (count !== table.records.count)
    throw invalid(path, `has ${count} records instead of ${table.records.count}`);
  for (const [fieldId, lastNumber] of reader.numbers) {
    const id = copiedId(newIds.ids, fieldId);
    await prisma().field.updateMany({ where: { id, lastNumber: { lt: lastNumber } }, data: { lastNumber } });
  }
  await execute(Prisma.sql`ANALYZE ${partitionOf(partitionId)}`);
}

const uniqueViolation = "23505";

function fileFinder(attachments: Unpacked["attachments"]): FileOf {
  const forms = new Map<string, Attachment>();
  return (file) => {
    const id = fileIdIn(file as Attachment);
    const found = attachments.get(id);
    const form = forms.get(id) ?? (found && storedForm({ ...found, uploadedAt: new Date(found.uploadedAt) }));
    if (form) forms.set(id, form);
    return form;
  };
}

/** Rows per statement. */
const pageSize = 1_000;

async function storeAttachments(
  databaseId: string,
  attachments: readonly UnpackedAttachment[],
): Promise<void> {
  for (let at = 0; at < attachments.length; at += pageSize) {
    const data = attachments.slice(at, at + pageSize).map((each) => ({ ...each, baseId: databaseId }));
    await prisma().attachment.createMany({ data });
  }
}
