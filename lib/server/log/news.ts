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
  readonly watches: Map<string, Set<Watch>>;
  listening: Promise<void> | undefined;
  isClosed: boolean;
}

/** Our own server and Next's bundle load this module once each; those who watch are the process's. */
const shared = globalThis as typeof globalThis & { rowhouseNews?: News };

function news(): News {
  shared.rowhouseNews ??= {
    written: new Set(),
    isTelling: false,
    watches: new Map(),
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

/** How many watches somebody has, by their id, in this process. */
export function watchesOf(watcherId: string): number {
  return everyone(news().watches).filter((watch) => watch.watcherId === watcherId).length;
}

/** Waits for news of one database, from the moment that it is made. */
export class Watch {
  #hasNews = false;
  #wake: (() => void) | undefined;

  constructor(
    readonly databaseId: string,
    readonly watcherId: string,
  ) {
    const { watches } = news();
    watches.set(databaseId, (watches.get(databaseId) ?? new Set()).add(this));
    listen();
  }

  /** Until there is news since the last time, or so many milliseconds have gone by, or the watch ends. */
  async next(longest: number): Promise<void> {
    if (!this.#hasNews && !this.isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, longest);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    this.#hasNews = false;
  }

  /** Whether nothing will come any more. */
  get isOver(): boolean {
    return news().isClosed || !news().watches.get(this.databaseId)?.has(this);
  }

  wake(): void {
    this.#hasNews = true;
    this.#wake?.();
  }

  end(): void {
    const { watches } = news();
    const others = watches.get(this.databaseId);
    others?.delete(this);
    if (others?.size === 0) watches.delete(this.databaseId);
    this.wake();
  }
}

/** Ends every watch: the process is about to stop. */
export async function closeNews(): Promise<void> {
  const { watches, listening } = news();
  news().isClosed = true;
  for (const watch of everyone(watches)) watch.wake();
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
    for (const id of payload.split(" ")) for (const watch of state.watches.get(id) ?? []) watch.wake();
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    // What was told before this went by unheard.
    for (const watch of everyone(state.watches)) watch.wake();
    while (state.watches.size > 0 && !state.isClosed && !failure) await delay(restEvery);
    if (failure) throw failure;
  } finally {
    await client.end().catch(() => {});
  }
}

function everyone(watches: News["watches"]): Watch[] {
  return [...watches.values()].flatMap((each) => [...each]);
}
