import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { BasePlace } from "../../contract/places";
import type { Author } from "../access/author";
import { isInTransaction, query, queryOften, type Sql, type Transaction, transact, whenStored } from "../db";
import { isCollision } from "../failures";
import { type Entry, type RecordEntry, storeEntries } from "./change-log";
import { announce } from "./news";

/** How a change is made. */
export interface ChangeOptions {
  /** Milliseconds that it may take at most. */
  readonly longest?: number;
}

/**
 * The one door for every write to a database: all that `work` does is stored together with what it notes of
 * it, or not at all. Reads inside go through the same transaction. Where two transactions got in each other's
 * way, `work` runs again.
 */
export function changeSet<Result>(
  author: Author,
  { databaseId, ...options }: BasePlace & ChangeOptions,
  work: (change: ChangeSet) => Promise<Result>,
): Promise<Result> {
  return change(async (transaction) => {
    const changes = new ChangeSet(transaction, author, databaseId);
    const result = await work(changes);
    await changes.store();
    whenStored(() => announce(databaseId));
    return result;
  }, options);
}

/** The same for what belongs to no database, and so to no log: keys, sessions, files. */
export function change<Result>(
  work: (transaction: Transaction) => Promise<Result>,
  options: ChangeOptions = {},
): Promise<Result> {
  return untilUnhindered(() => transact(work, options));
}

/** Does again, for a while, what got in the way of another transaction. */
async function untilUnhindered<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isCollision(error) || attempt === mostAttempts) throw error;
      await delay(Math.random() * 20 * attempt);
    }
  }
}

/** Does everything and gives its result, then takes it back: the same checks, the same answer, nothing stored. */
export async function rehearse<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await transact<Result>(
      async () => {
        throw new Rehearsed(await work());
      },
      { longest: 15 * 60_000 },
    );
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as Result;
    throw error;
  }
}

/** Thrown at the end of a rehearsal: a transaction that throws is taken back. */
class Rehearsed extends Error {
  constructor(readonly result: unknown) {
    super("taken back");
  }
}

const mostAttempts = 10;

/** A change set in the making: the transaction to write by, and what is noted of it for the log. */
export class ChangeSet {
  #noted = new Map<string, Entry>();
  #lastSteps: (() => Promise<void>)[] = [];
  /** The change set that is undone by this one, or done again. */
  undoes: string | null = null;
  /** How many of several writes are done. */
  step = 0;

  constructor(
    readonly transaction: Transaction,
    readonly author: Author,
    readonly databaseId: string,
  ) {}

  /** What one thing was before and is now; several notes of one thing become one. */
  note(entry: Entry): void {
    const key = keyOf(entry);
    const earlier = this.#noted.get(key);
    const noted = earlier ? merge(earlier, entry) : entry;
    if (noted) this.#noted.set(key, noted);
    else this.#noted.delete(key);
  }

  /** Notes the cells of a record that differ. A cell that is written, before or after, is no echo. */
  noteCells(given: Omit<RecordEntry, "kind"> & { before: Values; after: Values }): void {
    const entry = ofChanged({ ...given, kind: "record" as const });
    if (!entry) return;
    const others = this.#noted.get(keyOf({ ...entry, isEcho: !entry.isEcho }))?.after ?? {};
    const shared = Object.keys(entry.after).filter((key) => key in others);
    const own = Object.keys(entry.after).filter((key) => !(key in others));
    if (own.length > 0) this.note(withOnly(entry, own));
    for (const key of shared) this.#noteShared(withOnly(entry, [key]), key);
  }

  /** Notes a cell that is written and an echo of something else: as written, from what it was at first. */
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

  /** Does something when all is done, before it is stored. */
  finally(step: () => Promise<void>): void {
    this.#lastSteps.push(step);
  }

  /** Ends one of several writes: each of them can be undone by itself, the last first. */
  async endStep(): Promise<void> {
    await this.store();
    this.step++;
  }

  /** Writes what has been noted so far: in between where it would become too much to keep. */
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

/** Both notes of a thing as one; nothing where it is what it was at first. */
function merge(earlier: Entry, later: Entry): Entry | undefined {
  const before = earlier.before && { ...later.before, ...earlier.before };
  const after = later.after && { ...earlier.after, ...later.after };
  const entry = { ...later, before, after };
  return isUpdate(entry) ? ofChanged(entry) : entry;
}

/** An entry of what differs only. */
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

/** The same door for a change of records that is one statement with its log entry, and so a transaction by itself. */
export function changeRecords<Row extends object>(place: BasePlace, statement: Sql): Promise<Row[]> {
  return announced(place, () => query<Row>(statement));
}

/** The same for the change of one record, which is asked for most: its statement is always the same. */
export function changeRecord<Row extends object>(place: BasePlace, statement: Sql): Promise<Row[]> {
  return announced(place, () => queryOften<Row>(statement));
}

async function announced<Row>({ databaseId }: BasePlace, change: () => Promise<Row[]>): Promise<Row[]> {
  // A statement that fails takes a transaction around it along.
  const rows = await (isInTransaction() ? change() : untilUnhindered(change));
  if (rows.length > 0) whenStored(() => announce(databaseId));
  return rows;
}
