import type { ChangeEntry, ChangeList } from "@/lib/contract/changes";

/** The world around a feed; tests give another. */
export interface ChangeFeedWorld {
  /** Opens a stream of the log, from a place in it on or else from now; gives the way to close it. */
  open(since: string | undefined, stream: Stream): () => void;
  /** Why there is no stream from that place. */
  whyRefused(since: string | undefined): Promise<Refusal>;
  onChanges(changes: readonly ChangeEntry[]): void;
  /** What has been changed is not known: everything may be another. */
  onLost(): void;
  /** There is no such database any more. */
  onGone(): void;
  later(act: () => void, milliseconds: number): () => void;
}

/** What a stream tells. */
export interface Stream {
  take(page: ChangeList): void;
  /** It has ended, or there was none. */
  end(): void;
}

/** The place is in no log, or the database is gone, or else it may go better later. */
export type Refusal = "place" | "gone" | "passing";

export interface ChangeFeed {
  /** Listens, from where it was the last time on. */
  listen(): void;
  /** Lets the connection go: a browser has only a few. */
  pause(): void;
}

/** Follows the log of a database from a place in it on, through cut connections and restored logs. */
export function createChangeFeed(world: ChangeFeedWorld, from: string): ChangeFeed {
  let since: string | undefined = from;
  let failures = 0;
  /** Closes what is open, or calls off what is awaited; undefined while nothing is listened to. */
  let stop: (() => void) | undefined;

  function open(): void {
    let isOpen = true;
    const close = world.open(since, {
      take: (page) => isOpen && take(page),
      end: () => isOpen && void recover(),
    });
    stop = () => {
      isOpen = false;
      close();
    };
  }

  function take({ changes, next, hasMore }: ChangeList): void {
    failures = 0;
    if (since === undefined) world.onLost();
    since = next;
    if (hasMore) beginAnew();
    else if (changes.length > 0) world.onChanges(changes);
  }

  /** So much has happened that to read all of it takes longer than to look at how things are. */
  function beginAnew(): void {
    since = undefined;
    wait(pause);
  }

  async function recover(): Promise<void> {
    stop?.();
    let isWanted = true;
    stop = () => {
      isWanted = false;
    };
    const refusal = await world.whyRefused(since);
    if (!isWanted) return;
    if (refusal === "place") since = undefined;
    if (refusal === "gone") world.onGone();
    failures += 1;
    wait(Math.min(longestPause, pause * 2 ** (failures - 1)));
  }

  function wait(milliseconds: number): void {
    stop?.();
    stop = world.later(open, milliseconds);
  }

  return {
    listen() {
      if (!stop) open();
    },
    pause() {
      stop?.();
      stop = undefined;
    },
  };
}

const pause = 500;
const longestPause = 10_000;
