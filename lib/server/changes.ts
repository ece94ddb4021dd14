import { Prisma, prisma, query, type Sql, type Transaction } from "./db";

/**
 * The one door for every write: all that `work` does is stored together or not at all. Reads inside go
 * through the same transaction.
 */
export function changeSet<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
  return prisma().$transaction(work, {
    isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
    maxWait: 2_000,
    timeout: 30_000,
  });
}

/** The same door for a change of records, which is one statement and so a transaction by itself. */
export function changeRecords<Row extends object>(statement: Sql): Promise<Row[]> {
  return query<Row>(statement);
}
