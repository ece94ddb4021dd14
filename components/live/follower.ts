import type { ChangeEntry, ChangeList } from "@/lib/contract/changes";
import type { LivePresence, UnloggedEvent } from "@/lib/contract/live";
import type { FromHub, ToHub } from "./live-messages";

/** The environment of a follower, replaced in tests. */
export interface FollowerWorld {
  send(message: ToHub): void;
  isVisible(): boolean;
  /** Reads a page of the change log after a position. */
  read(since: string): Promise<ChangeList>;
  /** Classifies a failed read: unknown position, deleted database, or a temporary failure. */
  refusalOf(error: unknown): Refusal;
  onChanges(changes: readonly ChangeEntry[]): void;
  /** Called on events that are not in the log. */
  readonly onUnlogged: { readonly [Event in UnloggedEvent]: () => void };
  onPresence(presence: LivePresence): void;
  /** Called if changes were missed: everything may have changed. */
  onLost(): void;
  /** Called if the database was deleted. */
  onGone(): void;
  later(act: () => void, milliseconds: number): () => void;
}

export type Refusal = "place" | "gone" | "passing";

export interface Follower {
  /** Sends its log position and visibility to the hub. */
  join(): void;
  receive(message: FromHub): void;
  leave(): void;
}

interface Following {
  readonly id: string;
  readonly databaseId: string;
  /** The log position of the page's data. */
  readonly since: string;
}

/** Follows a database's change log for one page, through the hub. Misses nothing when the hub is replaced. */
export function createFollower({ id, databaseId, since: from }: Following, world: FollowerWorld): Follower {
  let since: string | undefined = from;
  /** Pages received while earlier ones are being read; undefined otherwise. */
  let held: Pick<ChangeList, "changes" | "next">[] | undefined;
  /** The number of the latest read; results of earlier ones are ignored. */
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
      else if (message.kind === "lost") lose(message.next);
      else if (message.kind === "presence") world.onPresence(message);
      else world.onUnlogged[message.kind]();
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
      const pause = Math.min(maxPause, firstPause * 2 ** attempt);
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

  /** Reports missed changes and continues from `next`. */
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
const maxPause = 10_000;
