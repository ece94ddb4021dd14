import { setTimeout as delay } from "node:timers/promises";
import { Prisma, prisma, query, queryOften, type Sql, type Transaction } from "./db";
import { isCollision } from "./failures";

/** How a change is made where it is not a short and real one. */
export interface ChangeOptions {
  /** Milliseconds that it may take at most. */
  readonly longest?: number;
  /** Does everything, answers, and takes it back: the same checks, the same answer, nothing stored. */
  readonly isRehearsal?: boolean;
}

/**
 * The one door for every write: all that `work` does is stored together or not at all. Reads inside go
 * through the same transaction. Where two transactions got in each other's way, `work` runs again.
 */
export async function changeSet<Result>(
  work: (transaction: Transaction) => Promise<Result>,
  options: ChangeOptions = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(work, options);
    } catch (error) {
      if (error instanceof Rehearsed) return error.result as Result;
      if (!isCollision(error) || attempt === mostAttempts) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

const mostAttempts = 10;

/** Thrown at the end of a rehearsal: a transaction that throws is taken back. */
class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super("taken back");
  }
}

function transact<Result>(
  work: (transaction: Transaction) => Promise<Result>,
  { longest = 30_000, isRehearsal }: ChangeOptions,
): Promise<Result> {
  return prisma().$transaction(
    async (transaction) => {
      const result = await work(transaction);
      if (isRehearsal) throw new Rehearsed(result);
      return result;
    },
    {
      isolationLevel: Prisma.TransactionIsolationLevel.ReadCommitted,
      maxWait: 2_000,
      timeout: longest,
    },
  );
}

/** The same door for a change of records that is one statement, and so a transaction by itself. */
export function changeRecords<Row extends object>(statement: Sql): Promise<Row[]> {
  return query<Row>(statement);
}

/** The same for the change of one record, which is asked for most: its statement is always the same. */
export function changeRecord<Row extends object>(statement: Sql): Promise<Row[]> {
  return queryOften<Row>(statement);
}
