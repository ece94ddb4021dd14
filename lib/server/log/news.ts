import { type UnloggedEvent, unloggedEvents } from "../../contract/live";
import { closeNotifications, listen, notify, receive } from "./notifications";

/** The reasons to wake a watch: new entries in the log, each unlogged event, and other people present. */
const topics = ["written", ...unloggedEvents, "present"] as const;
type Topic = (typeof topics)[number];

/** The databases that there are news about, by topic. */
type Notice = { readonly [Each in Topic]: ReadonlySet<string> };

/** The prefix of the id of a database in a notification. */
const marks: { readonly [Event in UnloggedEvent]: string } = { erased: "-", rules: "~" };

interface News {
  readonly watches: Set<Watch>;
  /** Number of notifications for each watched database. */
  readonly counts: Map<string, number>;
  isClosed: boolean;
}

/** Global, because our server and Next's bundle each load this module, but share the watchers. */
const shared = globalThis as typeof globalThis & { rowhouseNews?: News };

function news(): News {
  shared.rowhouseNews ??= { watches: new Set(), counts: new Map(), isClosed: false };
  return shared.rowhouseNews;
}

/**
 * Notifies watchers in all processes that a database was written to. Never throws or waits. A notification only says
 * that there is something to read, and may be lost: watchers also poll the log now and then.
 */
export function announce(databaseId: string): void {
  notify("rowhouse_written", databaseId);
}

/** Notifies them of an event that is not in the log of a database. */
export function announceUnlogged(event: UnloggedEvent, databaseId: string): void {
  notify("rowhouse_written", `${marks[event]}${databaseId}`);
}

receive("rowhouse_written", {
  isWanted: () => news().watches.size > 0,
  take: (words) => tellWatches(noticeOf(words)),
  // Unlogged events are lost, as nobody can look them up.
  onListening: () => tellWatches({ ...noNews(), written: new Set(news().counts.keys()) }),
});

/** Wakes the watchers in this process that people have come, moved or left in these databases. */
export function wakeForPresence(databaseIds: Iterable<string>): void {
  tellWatches({ ...noNews(), present: new Set(databaseIds) });
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
  return {
    written: new Set<string>(),
    erased: new Set<string>(),
    rules: new Set<string>(),
    present: new Set<string>(),
  };
}

/** The number of watches of live streams in this process. */
export function countWatches(): number {
  return [...news().watches].filter(({ isOfStream }) => isOfStream).length;
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

  constructor(
    databaseIds: readonly string[],
    readonly isOfStream = true,
  ) {
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
  news().isClosed = true;
  for (const watch of news().watches) watch.wake();
  await closeNotifications();
}

/** Notifies the watchers of these databases. */
function tellWatches(notice: Notice): void {
  const { watches, counts } = news();
  for (const id of notice.written) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const watch of watches) watch.tell(notice);
}
