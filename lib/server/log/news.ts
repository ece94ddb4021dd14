import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Prisma, query } from "../db";
import { env } from "../env";
import { logger } from "../logger";
import { reasonOf } from "../reason-of";

/**
 * Which databases were written to, told to every process on the same PostgreSQL. News says only that there is
 * something to read, and may get lost with a connection: who watches looks by themselves now and then.
 */
const channel = "rowhouse_written";

/** Writes that come close together are told together: a transaction that tells makes others wait as it commits. */
const atMostEvery = 150;
/** A message of PostgreSQL's holds 8,000 bytes, and an id is 16. */
const idsPerMessage = 400;

interface News {
  readonly written: Set<string>;
  isTelling: boolean;
  readonly watches: Set<Watch>;
  /** How often each database that is watched was told of. */
  readonly counts: Map<string, number>;
  listening: Promise<void> | undefined;
  isClosed: boolean;
}

/** Our own server and Next's bundle load this module once each; those who watch are the process's. */
const shared = globalThis as typeof globalThis & { rowhouseNews?: News };

function news(): News {
  shared.rowhouseNews ??= {
    written: new Set(),
    isTelling: false,
    watches: new Set(),
    counts: new Map(),
    listening: undefined,
    isClosed: false,
  };
  return shared.rowhouseNews;
}

/** Tells whoever watches a database, in whatever process, that it was written to. Never fails, and waits for nothing. */
export function announce(databaseId: string): void {
  const { written, isTelling } = news();
  written.add(databaseId);
  if (!isTelling) void tell();
}

async function tell(): Promise<void> {
  const { written } = news();
  news().isTelling = true;
  try {
    while (written.size > 0) {
      await delay(atMostEvery, undefined, { ref: false });
      const ids = [...written].slice(0, idsPerMessage);
      for (const id of ids) written.delete(id);
      await query(Prisma.sql`SELECT pg_notify(${channel}, ${ids.join(" ")})`);
    }
  } catch (error) {
    logger.warn({ err: error }, "news of a write could not be told");
  } finally {
    news().isTelling = false;
  }
}

/** How many watches there are in this process. */
export function countWatches(): number {
  return news().watches.size;
}

/** Grows whenever there is news of a database, for as long as somebody watches it. */
export function newsCountOf(databaseId: string): number {
  return news().counts.get(databaseId) ?? 0;
}

/** Waits for news of some databases, from the moment that it is made. */
export class Watch {
  readonly #databaseIds: ReadonlySet<string>;
  #unread = new Set<string>();
  #wake: (() => void) | undefined;

  constructor(databaseIds: readonly string[]) {
    this.#databaseIds = new Set(databaseIds);
    const { watches, counts } = news();
    watches.add(this);
    for (const id of databaseIds) counts.set(id, counts.get(id) ?? 0);
    listen();
  }

  /**
   * The databases of which there is news since the last time; none where so many milliseconds have gone by, or the
   * watch ends.
   */
  async next(longest: number): Promise<ReadonlySet<string>> {
    if (this.#unread.size === 0 && !this.isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longest);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    const unread = this.#unread;
    this.#unread = new Set();
    return unread;
  }

  /** Whether nothing will come any more. */
  get isOver(): boolean {
    return news().isClosed || !news().watches.has(this);
  }

  /** Tells it of databases that were written to; of all of its own, where none are named. */
  tell(databaseIds: Iterable<string> = this.#databaseIds): void {
    for (const id of databaseIds) {
      if (this.#databaseIds.has(id)) this.#unread.add(id);
    }
    if (this.#unread.size > 0) this.#wake?.();
  }

  end(): void {
    const { watches, counts } = news();
    if (!watches.delete(this)) return;
    for (const id of this.#databaseIds) {
      if (![...watches].some((other) => other.isOf(id))) counts.delete(id);
    }
    this.wake();
  }

  isOf(databaseId: string): boolean {
    return this.#databaseIds.has(databaseId);
  }

  /** Ends the wait without news. */
  wake(): void {
    this.#wake?.();
  }
}

/** Ends every watch: the process is about to stop. */
export async function closeNews(): Promise<void> {
  const { watches, listening } = news();
  news().isClosed = true;
  for (const watch of watches) watch.wake();
  await listening;
}

/** Listens for as long as anybody watches, and again after each mishap. */
function listen(): void {
  const state = news();
  if (state.isClosed) return;
  state.listening ??= (async () => {
    while (state.watches.size > 0 && !state.isClosed) {
      await listenOnce(state).catch((error) => {
        logger.warn(`news of writes cannot be heard for a moment: ${reasonOf(error)}`);
      });
      if (state.watches.size > 0 && !state.isClosed) await delay(retryAfter);
    }
  })().finally(() => {
    state.listening = undefined;
    if (state.watches.size > 0) listen();
  });
}

const retryAfter = 1_000;
const restEvery = 1_000;

async function listenOnce(state: News): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL, connectionTimeoutMillis: 5_000 });
  let failure: Error | undefined;
  client.on("error", (error) => {
    failure = error;
  });
  client.on("end", () => {
    failure ??= new Error("the connection was closed");
  });
  client.on("notification", ({ payload = "" }) => {
    tellWatches(state, payload.split(" "));
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    // What was told before this went by unheard.
    tellWatches(state);
    while (state.watches.size > 0 && !state.isClosed && !failure) await delay(restEvery);
    if (failure) throw failure;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Tells who watches these databases; everybody of all their own, where none are named. */
function tellWatches({ watches, counts }: News, databaseIds?: readonly string[]): void {
  for (const id of databaseIds ?? counts.keys()) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const watch of watches) watch.tell(databaseIds);
}
