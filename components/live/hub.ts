import type { ErrorCode } from "@/lib/contract/errors";
import type { LivePage, LivePlace, LiveRefusal } from "@/lib/contract/live";
import type { FromHub, ToHub } from "./live-messages";

/** The world around a hub; tests give another. */
export interface HubWorld {
  /** Opens one stream of several databases; gives the way to close it. */
  open(places: readonly LivePlace[], stream: StreamEvents): () => void;
  tell(message: FromHub): void;
  later(act: () => void, milliseconds: number): () => void;
  /** From 0 to 1. */
  random(): number;
}

export interface StreamEvents {
  page(page: LivePage): void;
  refused(refusal: LiveRefusal): void;
  /** It has ended, or there was none; with the code of the error where the server gave one. */
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
  /** Whether it has answered since the last roll call. */
  readonly isHere: boolean;
}

/** Where the hub is in the log of a database. */
interface Followed {
  since: string | undefined;
  /** It is gone, or not one's own: it is not asked for again until somebody joins. */
  isRefused: boolean;
}

/** Follows the databases of all tabs of a browser by one stream, and tells the tabs what comes. */
export function createHub(world: HubWorld): Hub {
  const followers = new Map<string, Follower>();
  const followed = new Map<string, Followed>();
  let failures = 0;
  let isSignedOut = false;
  /** Closes the stream, or calls off the next attempt. */
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
        followed.set(databaseId, { since, isRefused: false });
        reopenSoon();
      }
      world.tell({ kind: "joined", follower, mustCatchUp: isKnown || since === undefined });
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

  /** Databases that nobody looks at stay in the stream until it is opened anew: a table's page is often followed by another's. */
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
      // So much has happened that to read all of it takes longer than to look at how things are.
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

  function recover(code: ErrorCode | undefined): void {
    tellSession(code === "UNAUTHORIZED");
    failures += 1;
    wait(Math.min(longestPause, pause * 2 ** (failures - 1)));
  }

  function tellSession(now: boolean): void {
    if (now === isSignedOut) return;
    isSignedOut = now;
    world.tell({ kind: "session", isSignedOut });
  }

  /** Not all browsers at once, when a server comes back. */
  function wait(milliseconds: number): void {
    stop?.();
    stop = world.later(open, milliseconds * (0.5 + world.random() / 2));
  }

  function retry(): void {
    failures = 0;
    open();
  }

  /** Tabs that have died without a word are forgotten. */
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
const longestPause = 10_000;
/** Tabs that are opened together are in one stream from its beginning. */
const joinedWithin = 50;
const forgottenAfter = 5_000;
const hiddenAtMost = 60_000;
const rollEvery = 20_000;
