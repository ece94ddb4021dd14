import type { ErrorCode } from "@/lib/contract/errors";
import type { LivePage, LivePlace, LivePresence, LiveRefusal, UnloggedEvent } from "@/lib/contract/live";
import type { BasePlace } from "@/lib/contract/places";
import type { FromHub, ToHub } from "./live-messages";

/** The environment of a hub, replaced in tests. */
export interface HubWorld {
  /** Opens one stream for several databases. Returns a function that closes it. */
  open(places: readonly LivePlace[], stream: StreamEvents): () => void;
  tell(message: FromHub): void;
  later(act: () => void, milliseconds: number): () => void;
  /** From 0 to 1. */
  random(): number;
}

export interface StreamEvents {
  page(page: LivePage): void;
  unlogged(event: UnloggedEvent, place: BasePlace): void;
  presence(presence: LivePresence): void;
  refused(refusal: LiveRefusal): void;
  /** Called when the stream ends or cannot be opened, with the server's error code if there is one. */
  end(code?: ErrorCode): void;
}

export interface Hub {
  receive(message: ToHub): void;
  hasVisible(): boolean;
  close(): void;
}

interface Follower {
  readonly databaseId: string;
  readonly isVisible: boolean;
  /** True if it has answered the last roll call. */
  readonly isHere: boolean;
}

/** The hub's position in the log of a database. */
interface Followed {
  since: string | undefined;
  /** Deleted or not permitted: not requested again until a tab joins. */
  isRefused: boolean;
  /** The others present; the stream sends it once, so tabs that join later get it from here. */
  present: Omit<LivePresence, "databaseId">;
}

const nobody: Followed["present"] = { people: [], visitors: 0 };

/** Follows the databases of all tabs of a browser through one stream and passes the changes on to the tabs. */
export function createHub(world: HubWorld): Hub {
  const followers = new Map<string, Follower>();
  const followed = new Map<string, Followed>();
  let failures = 0;
  let isSignedOut = false;
  /** Closes the stream or cancels the next attempt. */
  let stop: (() => void) | undefined;
  let stopSoon: (() => void) | undefined;
  let stopHiding: (() => void) | undefined;
  let isPaused = false;
  let stopRoll = world.later(callRoll, rollEvery);

  function join({ follower, databaseId, since, isVisible }: ToHub & { readonly kind: "join" }): void {
    const before = followers.get(follower);
    followers.set(follower, { databaseId, isVisible, isHere: true });
    const known = followed.get(databaseId);
    if (before?.databaseId !== databaseId) {
      const isKnown = known?.since !== undefined && !known.isRefused;
      if (!isKnown) {
        followed.set(databaseId, { since, isRefused: false, present: nobody });
        reopenSoon();
      }
      world.tell({ kind: "joined", follower, mustCatchUp: isKnown || since === undefined });
      if (known) tellPresence(databaseId, known.present);
      if (isSignedOut) world.tell({ kind: "session", isSignedOut });
    }
    if (isVisible && isSignedOut) retry();
    forgetUnfollowed();
    pauseWhenHidden();
  }

  function leave(follower: string): void {
    if (!followers.delete(follower)) return;
    forgetUnfollowed();
    pauseWhenHidden();
  }

  /** Drops unfollowed databases with a delay, as the next page often belongs to the same database. */
  function forgetUnfollowed(): void {
    const wanted = new Set([...followers.values()].map(({ databaseId }) => databaseId));
    if ([...followed.keys()].some((id) => !wanted.has(id))) reopenSoon(forgottenAfter);
  }

  function reopenSoon(milliseconds: number = joinedWithin): void {
    stopSoon?.();
    stopSoon = world.later(() => {
      stopSoon = undefined;
      const wanted = new Set([...followers.values()].map(({ databaseId }) => databaseId));
      for (const id of followed.keys()) if (!wanted.has(id)) followed.delete(id);
      open();
    }, milliseconds);
  }

  function pauseWhenHidden(): void {
    if (hasVisible()) {
      stopHiding?.();
      stopHiding = undefined;
      if (!isPaused) return;
      isPaused = false;
      open();
    } else {
      stopHiding ??= world.later(() => {
        isPaused = true;
        stop?.();
        stop = undefined;
      }, hiddenAtMost);
    }
  }

  function hasVisible(): boolean {
    return [...followers.values()].some(({ isVisible }) => isVisible);
  }

  function open(): void {
    stop?.();
    stop = undefined;
    const places = [...followed].flatMap(([databaseId, { since, isRefused }]) =>
      isRefused ? [] : [{ databaseId, since }],
    );
    if (isPaused || places.length === 0) return;
    let isOpen = true;
    const close = world.open(places, {
      page: (page) => isOpen && take(page),
      unlogged: (kind, { databaseId }) => isOpen && world.tell({ kind, databaseId }),
      presence: ({ databaseId, ...present }) => isOpen && tellPresence(databaseId, present),
      refused: (refusal) => isOpen && refuse(refusal),
      end: (code) => isOpen && recover(code),
    });
    stop = () => {
      isOpen = false;
      close();
    };
  }

  function take(page: LivePage): void {
    const { databaseId, next } = page;
    const place = followed.get(databaseId);
    if (!place) return;
    failures = 0;
    tellSession(false);
    const hasLost = place.since === undefined;
    place.since = next;
    if (hasLost) world.tell({ kind: "lost", databaseId, next });
    if (page.hasMore) {
      // After this many changes, reloading is faster than reading the log.
      place.since = undefined;
      wait(pause);
    } else world.tell({ kind: "page", page });
  }

  function refuse({ databaseId, error: { code } }: LiveRefusal): void {
    const place = followed.get(databaseId);
    if (!place) return;
    if (code === "BAD_REQUEST") {
      place.since = undefined;
      wait(pause);
    } else {
      place.isRefused = true;
      world.tell({ kind: "gone", databaseId });
    }
  }

  function tellPresence(databaseId: string, present: Omit<LivePresence, "databaseId">): void {
    const place = followed.get(databaseId);
    if (!place) return;
    place.present = present;
    world.tell({ kind: "presence", databaseId, ...present });
  }

  function recover(code: ErrorCode | undefined): void {
    tellSession(code === "UNAUTHORIZED");
    failures += 1;
    // A stream that breaks for an instant begins again with the people present.
    if (failures > 1) for (const databaseId of followed.keys()) tellPresence(databaseId, nobody);
    wait(Math.min(maxPause, pause * 2 ** (failures - 1)));
  }

  function tellSession(now: boolean): void {
    if (now === isSignedOut) return;
    isSignedOut = now;
    world.tell({ kind: "session", isSignedOut });
  }

  /** Adds jitter, so that not all browsers reconnect at once to a restarted server. */
  function wait(milliseconds: number): void {
    stop?.();
    stop = world.later(open, milliseconds * (0.5 + world.random() / 2));
  }

  function retry(): void {
    failures = 0;
    open();
  }

  /** Forgets tabs that ended without leaving. */
  function callRoll(): void {
    for (const [id, { isHere, ...follower }] of [...followers]) {
      if (isHere) followers.set(id, { ...follower, isHere: false });
      else leave(id);
    }
    world.tell({ kind: "roll" });
    stopRoll = world.later(callRoll, rollEvery);
  }

  function receive(message: ToHub): void {
    if (message.kind === "join") join(message);
    else if (message.kind === "leave") leave(message.follower);
    else if (message.kind === "retry") retry();
    else {
      const known = followers.get(message.follower);
      if (known) followers.set(message.follower, { ...known, isHere: true });
    }
  }

  return {
    receive,
    hasVisible,
    close() {
      for (const end of [stop, stopSoon, stopHiding, stopRoll]) end?.();
    },
  };
}

const pause = 500;
const maxPause = 10_000;
/** Joins within this time, such as those of tabs opened together, share the first stream. */
const joinedWithin = 50;
const forgottenAfter = 5_000;
const hiddenAtMost = 60_000;
const rollEvery = 20_000;
