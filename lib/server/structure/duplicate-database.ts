import type { Base, BaseDuplicate } from "../../contract/bases";
import type { DescribedTable } from "../../contract/database-file";
import type { BasePlace } from "../../contract/places";
import { type Author, holderOf } from "../access/author";
import { connectionSeats } from "../connection-seats";
import { execute, Prisma, query } from "../db";
import { placeOf } from "../files/attachment-places";
import { type CopiedFiles, linkFile } from "../files/copied-files";
import { changeSet } from "../log/changes";
import { DerivedIds } from "../records/copied-ids";
import { type CopyOfDatabase, copyContents, requireCurrent } from "../records/copy-contents";
import { presentBase } from "./bases";
import { insertDatabaseCopy } from "./copy-database";
import { copiedId } from "./copy-tables";
import { describeTable } from "./describe-tables";
import { attachPartitions, createDetached, partitionOf } from "./partitions";
import { ofAnySize } from "./schema-change";
import { staleSchema } from "./schemas";
import { freeName } from "./siblings";
import { findBase } from "./structure";
import { settleUnique } from "./unique-indexes";

const takeSeat = connectionSeats("a copy of a database", "copies of databases");

/** Structure changes come in short bursts. */
const maxAttempts = 10;

/** A request, and the files of the copy. */
interface Duplicate extends BaseDuplicate {
  readonly files: CopiedFiles;
}

/**
 * Duplicates a database: its tables, fields and views, and its records with their links, files, numbers and times as
 * of one moment if requested. All or nothing. Locks nothing that others write to.
 */
export async function duplicateDatabase(author: Author, place: BasePlace, request: Duplicate): Promise<Base> {
  const leave = takeSeat(holderOf(author.actor));
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        return await copyDatabase(author, place, request);
      } catch (error) {
        if (error !== staleSchema || attempt === maxAttempts) throw error;
      }
    }
  } finally {
    leave();
  }
}

function copyDatabase(author: Author, place: BasePlace, { name, records, files }: Duplicate): Promise<Base> {
  const { databaseId } = files;
  return changeSet(author, { databaseId, ...ofAnySize, hasSeat: true }, async (change) => {
    // Files copied by a previous attempt have other ids.
    await files.discard();
    const original = await findBase(place);
    const derived = new DerivedIds();
    const tables = original.tables.map(describeTable);
    const described = {
      name: name ?? freeName(`${original.name} copy`, []),
      tables: records ? tables : tables.map(withoutNumbers),
    };
    const ids = await insertDatabaseCopy(change, described, derived);
    const tableIds = tables.map(({ id }) => copiedId(ids, id));
    for (const id of tableIds) await createDetached(id);
    if (records) {
      await copyContents(original, { databaseId, ids, derived });
      for (const id of tableIds) await execute(Prisma.sql`ANALYZE ${partitionOf(id)}`);
      await linkFiles(original.id, { databaseId, ids, derived }, files);
    } else await requireCurrent(original);
    await settleUnique({ databaseId });
    await attachPartitions(tableIds);
    return presentBase(await findBase({ databaseId }));
  });
}

/** Without records, numbers begin anew. */
function withoutNumbers(table: DescribedTable): DescribedTable {
  return { ...table, fields: table.fields.map((field) => ({ ...field, lastNumber: 0 })) };
}

/** Makes the files of the copied attachments. */
async function linkFiles(
  originalId: string,
  { databaseId, derived }: CopyOfDatabase,
  files: CopiedFiles,
): Promise<void> {
  const pairs = await query<{ from: string; to: string }>(Prisma.sql`
    SELECT "original"."id" AS "from", "copy"."id" AS "to" FROM "Attachment" AS "original"
    JOIN "Attachment" AS "copy" ON "copy"."id" = ${derived.fileSql(Prisma.sql`"original"."id"`)}
    WHERE "original"."baseId" = ${originalId} AND "copy"."baseId" = ${databaseId}`);
  for (const { from, to } of pairs) await files.write(to, (path) => linkFile(placeOf(from), path));
  await files.complete();
}
