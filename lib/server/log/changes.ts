import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { BasePlace } from "../../contract/places";
import type { Author } from "../access/author";
import type { DatabaseRules } from "../access/rules";
import {
  holdsTransactionIds,
  isInTransaction,
  query,
  queryOften,
  type Sql,
  type TransactionOptions,
  transact,
  whenStored,
} from "../db";
import { isCollision } from "../failures";
import { type Entry, type RecordEntry, storeEntries } from "./change-log";
import { enterFeed, stepAside } from "./feed-order";
import { announce } from "./news";

/**
 * Runs a write to a database; every write goes through here. Everything that `work` does is stored in one
 * transaction with what it logs, or not at all. Reads inside use the same transaction. Retries `work` after a
 * serialisation failure or deadlock.
 */
export function changeSet<Result>(
  author: Author,
  { databaseId, ...options }: BasePlace & TransactionOptions,
  work: (change: ChangeSet) => Promise<Result>,
): Promise<Result> {
  const carryOut = async () => {
    const changes = new ChangeSet(author, databaseId);
    const result = await work(changes);
    await changes.store();
    if (author.writes) author.writes.done = changes.step + 1;
    return result;
  };
  const isLong = options.maxMs !== undefined && !isInTransaction() && holdsTransactionIds();
  if (isLong) return changeForLong(carryOut, { databaseId, ...options });
  return change(async () => {
    const result = await carryOut();
    whenStored(() => announce(databaseId));
    return result;
  }, options);
}

/** Runs a long change, which does not hold up the feed. */
async function changeForLong<Result>(
  work: () => Promise<Result>,
  { databaseId, ...options }: BasePlace & TransactionOptions,
): Promise<Result> {
  let leave: (() => Promise<void>) | undefined;
  try {
    return await change(async () => {
      // An attempt before this one may have collided with another transaction.
      await leave?.();
      leave = undefined;
      await stepAside();
      const result = await work();
      leave = await enterFeed(databaseId);
      return result;
    }, options);
  } finally {
    await leave?.();
    announce(databaseId);
  }
}

/** Runs a write outside of any database, and so without a log: keys, sessions, files. */
export function change<Result>(
  work: () => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  return untilUnhindered(() => transact(work, options));
}

/** Retries for a while after conflicts with other transactions. */
async function untilUnhindered<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isCollision(error) || attempt === maxAttempts) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

/** Runs everything and rolls it back, for dry runs: the same checks and result, nothing stored. */
export async function rehearse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await transact<Result>(
      async () => {
        throw new Rehearsed(await work());
      },
      { maxMs: 15 * 60_000 },
    );
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as Result;
    throw error;
  }
}

/** Thrown at the end of a dry run to roll its transaction back. */
class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super("taken back");
  }
}

const maxAttempts = 10;

/** A change set in progress: collects what is to be logged. */
export class ChangeSet {
  #noted = new Map<string, Entry>();
  #lastSteps: (() => Promise<void>)[] = [];
  /** The change set that is undone by this one, or done again. */
  undoes: string | null = null;
  /** The rules of the database, if the change set holds its schema, so that they stay. */
  rules: DatabaseRules | undefined;
  /** Number of completed writes. */
  step: number;

  constructor(
    readonly author: Author,
    readonly databaseId: string,
  ) {
    this.step = author.writes?.done ?? 0;
  }

  /** Logs the change of a thing. Several changes of one thing are merged. */
  note(entry: Entry): void {
    const key = keyOf(entry);
    const earlier = this.#noted.get(key);
    const noted = earlier ? merge(earlier, entry) : entry;
    if (noted) this.#noted.set(key, noted);
    else this.#noted.delete(key);
  }

  /** Logs changed cells of a record. A cell that is also written directly is no side effect. */
  noteCells(given: Omit<RecordEntry, "kind"> & { before: Values; after: Values }): void {
    const entry = ofChanged({ ...given, kind: "record" as const });
    if (!entry) return;
    const others = this.#noted.get(keyOf({ ...entry, isEcho: !entry.isEcho }))?.after ?? {};
    const shared = Object.keys(entry.after).filter((key) => key in others);
    const own = Object.keys(entry.after).filter((key) => !(key in others));
    if (own.length > 0) this.note(withOnly(entry, own));
    for (const key of shared) this.#noteShared(withOnly(entry, [key]), key);
  }

  /** Logs a cell that is written both directly and as a side effect: as written directly, from its first value. */
  #noteShared(cell: Update<RecordEntry>, key: string): void {
    const echoed = this.#noted.get(keyOf({ ...cell, isEcho: true }));
    const written = { ...cell, isEcho: false };
    if (cell.isEcho || !echoed || !isUpdate(echoed)) {
      this.note(written);
      return;
    }
    const rest = Object.keys(echoed.after).filter((other) => other !== key);
    if (rest.length > 0) this.#noted.set(keyOf(echoed), withOnly(echoed, rest));
    else this.#noted.delete(keyOf(echoed));
    const whole = ofChanged({ ...written, before: { [key]: echoed.before[key] } });
    if (whole) this.note(whole);
  }

  /** Runs `step` at the end, before the log is stored. */
  finally(step: () => Promise<void>): void {
    this.#lastSteps.push(step);
  }

  /** Ends one of several writes. Each can be undone separately, newest first. */
  async endStep(): Promise<void> {
    await this.store();
    this.step++;
  }

  /** Stores what was logged so far, also in between to limit memory. */
  async store(): Promise<void> {
    for (const step of this.#lastSteps.splice(0)) await step();
    const entries = [...this.#noted.values()];
    this.#noted = new Map();
    await storeEntries(this, entries);
  }
}

type Values = { readonly [key: string]: unknown };

function keyOf(entry: Entry): string {
  const isEcho = entry.kind === "record" && entry.isEcho === true;
  return `${entry.kind} ${entry.tableId} ${entry.itemId} ${isEcho}`;
}

/** Merges two changes of a thing; undefined if they cancel out. */
function merge(earlier: Entry, later: Entry): Entry | undefined {
  const before = earlier.before && { ...later.before, ...earlier.before };
  const after = later.after && { ...earlier.after, ...later.after };
  const entry = { ...later, before, after };
  return isUpdate(entry) ? ofChanged(entry) : entry;
}

/** Reduces an entry to its differences; undefined if there are none. */
function ofChanged<Kind extends Entry>(entry: Update<Kind>): Update<Kind> | undefined {
  const { before, after } = entry;
  const keys = Object.keys(after).filter(
    (key) => !isDeepStrictEqual(before[key] ?? null, after[key] ?? null),
  );
  return keys.length > 0 ? withOnly(entry, keys) : undefined;
}

function isUpdate<Kind extends Entry>(entry: Kind): entry is Update<Kind> {
  return entry.before !== null && entry.after !== null;
}

type Update<Kind extends Entry> = Kind & { readonly before: Values; readonly after: Values };

function withOnly<Kind extends Entry>(entry: Update<Kind>, keys: readonly string[]): Update<Kind> {
  const pick = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  return { ...entry, before: pick(entry.before), after: pick(entry.after) };
}

/** Runs a change of records that is one statement together with its log entry, and so its own transaction. */
export function changeRecords<Row extends object>(place: BasePlace, statement: Sql): Promise<Row[]> {
  return announced(place, () => query<Row>(statement));
}

/** Runs a change of one record as a prepared statement, because it is the most frequent write. */
export function changeRecord<Row extends object>(place: BasePlace, statement: Sql): Promise<Row[]> {
  return announced(place, () => queryOften<Row>(statement));
}

async function announced<Row>({ databaseId }: BasePlace, change: () => Promise<Row[]>): Promise<Row[]> {
  // Retries only outside of a transaction, because a failed statement aborts the transaction around it.
  const rows = await (isInTransaction() ? change() : untilUnhindered(change));
  if (rows.length > 0) whenStored(() => announce(databaseId));
  return rows;
}
