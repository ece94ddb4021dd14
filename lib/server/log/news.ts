import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Prisma, query } from "../db";
import { env } from "../env";
import { logger } from "../logger";
import { reasonOf } from "../reason-of";

/**
 * Notifies every process on the same PostgreSQL which databases were written to. A notification only says that
 * there is something to read, and may be lost with a connection: watchers also poll now and then.
 */
const channel = "rowhouse_written";

/** Minimum interval in ms. Batches writes, because commits with NOTIFY are serialised. */
const atMostEvery = 150;
/** PostgreSQL limits a message to 8,000 bytes; an id has 16. */
const idsPerMessage = 400;

interface News {
  readonly written: Set<string>;
  isTelling: boolean;
  readonly watches: Set<Watch>;
  /** Number of notifications for each watched database. */
  readonly counts: Map<string, number>;
  listening: Promise<void> | undefined;
  isClosed: boolean;
}

/** Global, because our server and Next's bundle each load this module, but share the watchers. */
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

/** Notifies watchers in all processes that a database was written to. Never throws or waits. */
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
    logger.warn({ err: error }, "the notification of a write could not be sent");
  } finally {
    news().isTelling = false;
  }
}

/** The number of watches in this process, and of those of one holder. */
export function countWatches(): number {
  return news().watches.size;
}

/** Counts notifications of a database while it is watched. */
export function newsCountOf(databaseId: string): number {
  return news().counts.get(databaseId) ?? 0;
}

/** Watches some databases from its creation on. */
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
   * Returns the databases written to since the last call; none after `maxMs` milliseconds or at the end of the
   * watch.
   */
  async next(maxMs: number): Promise<ReadonlySet<string>> {
    if (this.#unread.size === 0 && !this.isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxMs);
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

  /** True if nothing will come any more. */
  get isOver(): boolean {
    return news().isClosed || !news().watches.has(this);
  }

  /** Notifies the watch of databases, by default of all its own. */
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

/** Ends every watch before the process stops. */
export async function closeNews(): Promise<void> {
  const { watches, listening } = news();
  news().isClosed = true;
  for (const watch of watches) watch.wake();
  await listening;
}

/** Listens while there are watchers, and reconnects after failures. */
function listen(): void {
  const state = news();
  if (state.isClosed) return;
  state.listening ??= (async () => {
    while (state.watches.size > 0 && !state.isClosed) {
      await listenOnce(state).catch((error) => {
        logger.warn(`notifications of writes are interrupted: ${reasonOf(error)}`);
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
    // Notifies all watchers, because earlier notifications were missed.
    tellWatches(state);
    while (state.watches.size > 0 && !state.isClosed && !failure) await delay(restEvery);
    if (failure) throw failure;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Notifies the watchers of these databases, by default of all. */
function tellWatches({ watches, counts }: News, databaseIds?: readonly string[]): void {
  for (const id of databaseIds ?? counts.keys()) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const watch of watches) watch.tell(databaseIds);
}
