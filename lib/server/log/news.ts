import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type UnloggedEvent, unloggedEvents } from "../../contract/live";
import { Prisma, query } from "../db";
import { env } from "../env";
import { logger } from "../logger";
import { reasonOf } from "../reason-of";

/**
 * Notifies every process on the same PostgreSQL which databases were written to. A notification only says that
 * there is something to read, and may be lost with a connection: watchers also poll the log now and then.
 */
const channel = "rowhouse_written";

/** Minimum interval in ms. Batches writes, because commits with NOTIFY are serialised. */
const atMostEvery = 150;
/** PostgreSQL limits a message to 8,000 bytes; a word has 17. */
const wordsPerMessage = 400;

/** The databases that a notification is about: those with new entries in the log, and those with each unlogged event. */
type Notice = { readonly [Topic in "written" | UnloggedEvent]: ReadonlySet<string> };

const topics = ["written", ...unloggedEvents] as const;

/** What precedes the id of a database in a notification. */
const marks: { readonly [Event in UnloggedEvent]: string } = { erased: "-", rules: "~" };

interface News {
  /** The words of the next notification: ids of databases, each after the mark of an unlogged event if there is one. */
  readonly words: Set<string>;
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
    words: new Set(),
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
  send(databaseId);
}

/** Notifies them of an event that is not in the log of a database. */
export function announceUnlogged(event: UnloggedEvent, databaseId: string): void {
  send(`${marks[event]}${databaseId}`);
}

function noticeOf(words: readonly string[]): Notice {
  const notice = noNews();
  for (const word of words) {
    const event = unloggedEvents.find((each) => word.startsWith(marks[each]));
    notice[event ?? "written"].add(event ? word.slice(1) : word);
  }
  return notice;
}

function noNews() {
  return { written: new Set<string>(), erased: new Set<string>(), rules: new Set<string>() };
}

function send(word: string): void {
  const { words, isTelling } = news();
  words.add(word);
  if (!isTelling) void tell();
}

async function tell(): Promise<void> {
  const { words } = news();
  news().isTelling = true;
  try {
    while (words.size > 0) {
      await delay(atMostEvery, undefined, { ref: false });
      const sent = [...words].slice(0, wordsPerMessage);
      for (const word of sent) words.delete(word);
      await query(Prisma.sql`SELECT pg_notify(${channel}, ${sent.join(" ")})`);
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
  #news = noNews();
  #wake: (() => void) | undefined;

  constructor(databaseIds: readonly string[]) {
    this.#databaseIds = new Set(databaseIds);
    const { watches, counts } = news();
    watches.add(this);
    for (const id of databaseIds) counts.set(id, counts.get(id) ?? 0);
    listen();
  }

  /** Returns the news since the last call; none after `maxMs` milliseconds or at the end of the watch. */
  async next(maxMs: number): Promise<Notice> {
    if (!this.#hasNews() && !this.isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#wake = undefined;
    const notice = this.#news;
    this.#news = noNews();
    return notice;
  }

  /** True if nothing will come any more. */
  get isOver(): boolean {
    return news().isClosed || !news().watches.has(this);
  }

  /** Notifies the watch of its own databases among these. */
  tell(notice: Notice): void {
    for (const topic of topics) {
      for (const id of notice[topic]) if (this.isOf(id)) this.#news[topic].add(id);
    }
    if (this.#hasNews()) this.#wake?.();
  }

  #hasNews(): boolean {
    return topics.some((topic) => this.#news[topic].size > 0);
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
    tellWatches(state, noticeOf(payload.split(" ")));
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    // Notifies all watchers, because earlier notifications were missed. Unlogged events are lost, as nobody can look them up.
    tellWatches(state, { ...noNews(), written: new Set(state.counts.keys()) });
    while (state.watches.size > 0 && !state.isClosed && !failure) await delay(restEvery);
    if (failure) throw failure;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Notifies the watchers of these databases. */
function tellWatches({ watches, counts }: News, notice: Notice): void {
  for (const id of notice.written) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const watch of watches) watch.tell(notice);
}
