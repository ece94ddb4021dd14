import type { ChangeEntry, ChangeList } from "@/lib/contract/changes";
import type { FromHub, ToHub } from "./live-messages";

/** The world around a follower; tests give another. */
export interface FollowerWorld {
  send(message: ToHub): void;
  isVisible(): boolean;
  /** The log after a place, as far as one answer goes. */
  read(since: string): Promise<ChangeList>;
  /** Why the log cannot be read from a place: that is in no log, or the database is gone, or else it may go better later. */
  refusalOf(error: unknown): Refusal;
  onChanges(changes: readonly ChangeEntry[]): void;
  /** What has been changed is not known: everything may be different. */
  onLost(): void;
  /** The database does not exist any more. */
  onGone(): void;
  later(act: () => void, milliseconds: number): () => void;
}

export type Refusal = "place" | "gone" | "passing";

export interface Follower {
  /** Says where it is, and whether it is looked at. */
  join(): void;
  receive(message: FromHub): void;
  leave(): void;
}

interface Following {
  readonly id: string;
  readonly databaseId: string;
  /** The place in the log from which on changes are missing. */
  readonly since: string;
}

/** Follows the log of a database for one page, by what the hub tells, and misses nothing when the hub is another. */
export function createFollower({ id, databaseId, since: from }: Following, world: FollowerWorld): Follower {
  let since: string | undefined = from;
  /** The pages that come while what was before them is read; undefined otherwise. */
  let held: Pick<ChangeList, "changes" | "next">[] | undefined;
  /** Tells readings apart: only what the latest gives counts. */
  let reading = 0;
  let stopWaiting = () => {};

  function join(): void {
    world.send({ kind: "join", follower: id, databaseId, since, isVisible: world.isVisible() });
  }

  function receive(message: FromHub): void {
    if (message.kind === "hub") join();
    else if (message.kind === "roll") world.send({ kind: "here", follower: id });
    else if (message.kind === "joined") {
      if (message.follower === id) void start(message.mustCatchUp);
    } else if (message.kind === "page") {
      if (message.page.databaseId === databaseId) take(message.page);
    } else if ("databaseId" in message && message.databaseId === databaseId) {
      if (message.kind === "gone") world.onGone();
      else lose(message.next);
    }
  }

  async function start(mustCatchUp: boolean): Promise<void> {
    stopWaiting();
    reading += 1;
    held = undefined;
    if (!mustCatchUp) return;
    if (since === undefined) world.onLost();
    else await catchUp(since);
  }

  async function catchUp(place: string, attempt = 0): Promise<void> {
    const own = reading;
    held ??= [];
    try {
      const { changes, next, hasMore } = await world.read(place);
      if (own !== reading) return;
      const pages = held ?? [];
      held = undefined;
      if (hasMore) return lose(pages.at(-1)?.next);
      take({ changes, next });
      for (const page of pages) take(page);
    } catch (error) {
      if (own !== reading) return;
      const refusal = world.refusalOf(error);
      if (refusal === "gone") world.onGone();
      if (refusal === "place") lose(held?.at(-1)?.next);
      if (refusal !== "passing") return;
      const pause = Math.min(longestPause, firstPause * 2 ** attempt);
      stopWaiting = world.later(() => void catchUp(place, attempt + 1), pause);
    }
  }

  function take(page: Pick<ChangeList, "changes" | "next">): void {
    if (held) {
      held.push(page);
      return;
    }
    since = page.next;
    if (page.changes.length > 0) world.onChanges(page.changes);
  }

  /** All is read anew, from now on: what comes meanwhile is told besides. */
  function lose(next: string | undefined): void {
    reading += 1;
    held = undefined;
    since = next;
    world.onLost();
  }

  return {
    join,
    receive,
    leave() {
      stopWaiting();
      reading += 1;
      world.send({ kind: "leave", follower: id });
    },
  };
}

const firstPause = 500;
const longestPause = 10_000;
