import { notFound } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import type { Author } from "../access/author";
import { Prisma, query, type Transaction } from "../db";
import { type ChangeOptions, type ChangeSet, changeSet } from "../log/changes";
import { partitionOf } from "./partitions";

/**
 * Changes what a database is made of. Its row is held first, so that such changes of one database go one
 * after the other: what `work` reads stays true, names and positions stay unique. Locks are taken in one
 * order everywhere: the database's row, then tables' records (`lockRecordsOf`), then rows.
 */
export function changeSchema<Result>(
  author: Author,
  { databaseId, longest }: BasePlace & ChangeOptions,
  work: (change: ChangeSet) => Promise<Result>,
): Promise<Result> {
  return changeSet(author, { databaseId, longest }, async (change) => {
    const held = await query(Prisma.sql`SELECT FROM "Base" WHERE "id" = ${databaseId} FOR UPDATE`);
    if (held.length === 0) throw notFound("database", databaseId);
    return work(change);
  });
}

/** Tells every process that what it knows of this database is out of date; belongs to each change of its schema. */
export async function raiseVersion(transaction: Transaction, { databaseId }: BasePlace): Promise<void> {
  await transaction.base.update({ where: { id: databaseId }, data: { version: { increment: 1 } } });
}

/**
 * Keeps everybody from writing records of these tables until the end of the transaction; for changes by which
 * stored values come to mean something else. Writers in flight finish first; whoever comes later finds the
 * version raised.
 */
export async function lockRecordsOf(tableIds: Iterable<string>): Promise<void> {
  for (const id of [...new Set(tableIds)].sort()) {
    await query(Prisma.sql`LOCK TABLE ${partitionOf(id)} IN SHARE ROW EXCLUSIVE MODE`);
  }
}

/** For changes that go through all the records of a table, however many. */
export const ofAnySize: ChangeOptions = { longest: 15 * 60_000 };

/** The same for a single statement; once the locks are held, so that nobody waits for them that long. */
export async function liftTimeout(): Promise<void> {
  await query(Prisma.sql`SET LOCAL statement_timeout = 0`);
}
