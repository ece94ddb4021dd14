import { ApiError, notFound } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import { quote } from "../../field-types/text";
import type { Author } from "../access/author";
import { loadRules } from "../access/rules";
import { Prisma, prisma, query, requireTransaction, type TransactionOptions } from "../db";
import { type ChangeSet, changeSet } from "../log/changes";
import { settleComputed } from "./computed-fields";
import { partitionOf } from "./partitions";
import { settleUnique } from "./unique-indexes";

/**
 * Changes the structure of a database. Locks its row first, so that structure changes are serialised: what `work`
 * reads stays true, names and positions stay unique. Lock order everywhere: the database's row, then tables'
 * records (`lockRecordsOf`), then rows.
 */
export function changeSchema<Result>(
  author: Author,
  { databaseId, maxMs }: BasePlace & TransactionOptions,
  work: (change: ChangeSet) => Promise<Result>,
): Promise<Result> {
  return changeSet(author, { databaseId, maxMs }, async (change) => {
    await lockBase({ databaseId });
    return work(change);
  });
}

/** Blocks other structure changes of a database until the end of the transaction. Throws a 404 for an unknown one. */
export async function lockBase({ databaseId }: BasePlace): Promise<void> {
  requireTransaction();
  const held = await query(Prisma.sql`SELECT FROM "Base" WHERE "id" = ${databaseId} FOR UPDATE`);
  if (held.length === 0) throw notFound("database", databaseId);
}

/**
 * Ends every structure change: settles computed fields and unique indexes, and invalidates the cached schemas of this
 * database in all processes.
 */
export async function raiseVersion({ databaseId }: BasePlace): Promise<void> {
  requireTransaction();
  await settleComputed({ databaseId });
  await settleUnique({ databaseId });
  await refuseHiddenPrimary({ databaseId });
  await prisma().base.update({ where: { id: databaseId }, data: { version: { increment: 1 } } });
}

/** Throws a 409 for a primary field that depends on one which not everybody may read, because links and titles show it. */
async function refuseHiddenPrimary(place: BasePlace): Promise<void> {
  const { reading } = await loadRules(place);
  const [field] = reading?.hiddenPrimary ?? [];
  if (!field) return;
  throw new ApiError(
    "CONFLICT",
    `The primary field ${quote(field.name)} cannot be computed from a field that not everybody may read, because links and titles show it.`,
  );
}

/**
 * Blocks writes to the records of these tables until the end of the transaction, for changes to the meaning of
 * stored values. Writers in progress finish first; later ones find the new version.
 */
export async function lockRecordsOf(tableIds: Iterable<string>): Promise<void> {
  requireTransaction();
  for (const id of [...new Set(tableIds)].sort()) {
    await query(Prisma.sql`LOCK TABLE ${partitionOf(id)} IN SHARE ROW EXCLUSIVE MODE`);
  }
}

/** For changes of all records of a table, of whatever size. */
export const ofAnySize = { maxMs: 15 * 60_000 } satisfies TransactionOptions;

/** Lifts the statement timeout. Called after the locks are taken, so that waiting for them stays limited. */
export async function liftTimeout(): Promise<void> {
  requireTransaction();
  await query(Prisma.sql`SET LOCAL statement_timeout = 0`);
}
