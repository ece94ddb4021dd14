import { ApiError, isRefusal } from "../../contract/errors";
import { limits } from "../../contract/limits";
import { type LivePlace, unloggedEvents } from "../../contract/live";
import type { BasePlace } from "../../contract/places";
import { type Actor, holderOf } from "../access/author";
import { may, requireMay } from "../access/may";
import type { CallerRights } from "../access/rights";
import { endPresence, othersPresent } from "../presence/presence";
import { hiddenIn } from "../structure/schemas";
import { takeTurn } from "../turns";
import { streamSeats } from "../workers/shared-limits";
import { endOfLog } from "./history";
import { type Cursors, type Format, ofOne, ofSeveral, signOfLife } from "./live-format";
import { Watch } from "./news";
import { checkRegularly } from "./regular-checks";
import { lookAfter, seenBy, textOf } from "./shared-looks";

/** The caller of a stream. `admit` returns the current rights and throws if none are left. */
export interface LiveCaller {
  readonly watcher: Actor;
  admit(): Promise<Actor>;
}

/**
 * Streams the log of a database as server-sent events: the `data` of each is a page of changes as in `GET
 * …/changes`, the `id` its `next`. The first event arrives immediately, even if empty. Without `since`, starts at
 * the end of the log.
 */
export function openLiveChanges(
  place: BasePlace & LivePlace,
  caller: LiveCaller,
): Promise<ReadableStream<Uint8Array>> {
  return open([place], caller, ofOne);
}

/**
 * Streams several databases: each page names its database, and `id` holds the positions of all. A database that is
 * missing or forbidden, also later, is reported by an event `refused`; the others continue. Events also report what is not
 * in the log (`unloggedEvents`), and who else is present.
 */
export function openLiveChangesOfSeveral(
  places: readonly LivePlace[],
  caller: LiveCaller,
): Promise<ReadableStream<Uint8Array>> {
  return open(places, caller, ofSeveral);
}

async function open(
  places: readonly LivePlace[],
  { watcher, admit }: LiveCaller,
  format: Format,
): Promise<ReadableStream<Uint8Array>> {
  const leave = await takeSeat(watcher);
  // Watches before the first read, so that no write in between is missed.
  const watch = new Watch(places.map(({ databaseId }) => databaseId));
  const newPresence = presenceFor(watcher, format);
  try {
    const cursors: Cursors = new Map();
    const first: Uint8Array[] = [];
    for (const { databaseId, since } of places) {
      try {
        requireMay(watcher, "read", databaseId);
        const seen =
          since === undefined
            ? textOf({ changes: [], next: await endOfLog({ databaseId }), hasMore: false })
            : await seenBy(watcher, await lookAfter(databaseId, since));
        cursors.set(databaseId, seen.page.next);
        const present = await newPresence({ databaseId }, watcher);
        first.push(...format.pageEvent(databaseId, seen, cursors), ...present);
      } catch (error) {
        first.push(refusalOf(error, { databaseId, format }));
      }
    }
    return streamOf({ watch, leave, cursors, first, newPresence, format, admit });
  } catch (error) {
    watch.end();
    leave();
    throw error;
  }
}

/** Takes a seat for a stream, and gives the way to leave it. */
async function takeSeat(watcher: Actor): Promise<() => void> {
  const owner = holderOf(watcher);
  const seat = await streamSeats.enter({
    owner,
    max: limits.liveStreamsInAll,
    maxOfOwner: limits.liveStreams,
  });
  if (seat === "full of this owner") {
    const message = `This key has ${limits.liveStreams} open streams of changes, which is the maximum. Close one first.`;
    throw new ApiError("RATE_LIMITED", message, undefined, retryLater);
  }
  if (seat === "full") {
    const message = `This server has ${limits.liveStreamsInAll} open streams of changes, which is the maximum. Try again later.`;
    throw new ApiError("UNAVAILABLE", message, undefined, retryLater);
  }
  let isLeft = false;
  return () => {
    if (!isLeft) streamSeats.leave(owner);
    isLeft = true;
  };
}

const retryLater = { "Retry-After": "10" };

/** Interval of heartbeats in ms. Proxies and we treat connections without any for longer as dead. */
const signOfLifeEvery = 10_000;
/** Delay in ms before reading again if entries were not settled yet. */
const settlesWithin = 200;

interface Following {
  readonly watch: Watch;
  /** Gives the stream's seat back; a second time does nothing. */
  readonly leave: () => void;
  readonly cursors: Cursors;
  /** The first events. */
  readonly first: Uint8Array[];
  readonly newPresence: NewPresence;
  readonly format: Format;
  readonly admit: LiveCaller["admit"];
}

function streamOf(following: Following): ReadableStream<Uint8Array> {
  const { watch, leave, cursors, first, newPresence, format, admit } = following;
  /** Databases to read. The rest after their first page is read immediately. */
  const due = new Set(cursors.keys());
  let stopChecking = () => {};

  function end(): void {
    stopChecking();
    watch.end();
    leave();
  }

  /** The caller with its current rights. Throws if it may not read anything any more, which ends the stream. */
  async function requireReader(): Promise<Actor> {
    const actor = await admit();
    requireMay(actor, "read");
    return actor;
  }

  /** The event about a database that is refused from now on, once. */
  function refuse(databaseId: string, error: unknown): Uint8Array[] {
    if (!cursors.has(databaseId)) return [];
    const refusal = refusalOf(error, { databaseId, format });
    cursors.delete(databaseId);
    return [refusal];
  }

  /** The events about the databases that the caller may not read any more. */
  function refuseLost(actor: Actor): Uint8Array[] {
    return [...cursors.keys()].flatMap((databaseId) => {
      try {
        requireMay(actor, "read", databaseId);
        return [];
      } catch (error) {
        // A key may have lost the database alone.
        if (actor.kind === "session") endPresence({ databaseId }, actor.person.id);
        return refuse(databaseId, error);
      }
    });
  }

  /** The events about the people present in some databases. */
  async function presentIn(databaseIds: readonly string[]): Promise<Uint8Array[]> {
    if (databaseIds.length === 0) return [];
    const actor = await requireReader();
    const readable = databaseIds.filter((databaseId) => may(actor, "read", databaseId));
    return (await Promise.all(readable.map((databaseId) => newPresence({ databaseId }, actor)))).flat();
  }

  /** The next events; undefined at the end. */
  async function next(): Promise<Uint8Array[] | undefined> {
    let awaited = 0;
    for (;;) {
      let patience = signOfLifeEvery - awaited;
      for (const databaseId of [...due]) {
        const events = await lookAt(databaseId);
        if (events === "unsettled") patience = Math.min(patience, settlesWithin);
        else if (events.length > 0) return events;
      }
      if (watch.isOver || cursors.size === 0) return undefined;
      if (awaited >= signOfLifeEvery) {
        for (const databaseId of cursors.keys()) due.add(databaseId);
        return [signOfLife];
      }
      const start = performance.now();
      const { written, present, ...unlogged } = await watch.next(patience);
      for (const databaseId of written) due.add(databaseId);
      awaited += performance.now() - start + 1;
      // Leaves out databases that are refused.
      const followed = (ids: ReadonlySet<string>) => [...ids].filter((id) => cursors.has(id));
      const events = [
        ...unloggedEvents.flatMap((event) =>
          followed(unlogged[event]).flatMap(
            (databaseId) => format.unloggedEvent?.(event, { databaseId }) ?? [],
          ),
        ),
        ...(await presentIn(followed(present))),
      ];
      if (events.length > 0) return events;
    }
  }

  /** Reads new entries of a database, which stays due until there are none. */
  async function lookAt(databaseId: string): Promise<Uint8Array[] | "unsettled"> {
    const since = cursors.get(databaseId);
    if (since === undefined) {
      due.delete(databaseId);
      return [];
    }
    try {
      const look = await lookAfter(databaseId, since);
      if (!cursors.has(databaseId)) return [];
      cursors.set(databaseId, look.page.next);
      if (look.page.changes.length > 0) {
        const actor = await requireReader();
        requireMay(actor, "read", databaseId);
        const seen = await seenBy(actor, look);
        // All streams of a database have the same news at the same time.
        await takeTurn();
        // The regular check may have refused the database meanwhile.
        return cursors.has(databaseId) ? format.pageEvent(databaseId, seen, cursors) : [];
      }
      if (look.isUnsettled) return "unsettled";
      if (!look.page.hasMore) due.delete(databaseId);
      return [];
    } catch (error) {
      return refuse(databaseId, error);
    }
  }

  return new ReadableStream({
    start(controller) {
      for (const event of first.splice(0)) controller.enqueue(event);
      stopChecking = checkRegularly(async () => {
        try {
          const actor = await requireReader();
          if (watch.isOver) return;
          for (const event of refuseLost(actor)) controller.enqueue(event);
          if (cursors.size > 0) return;
        } catch (error) {
          // A database failure does not end anyone's rights.
          if (!isRefusal(error) || watch.isOver) return;
        }
        end();
        controller.close();
      });
    },
    async pull(controller) {
      try {
        const events = await next();
        if (watch.isOver || !events) {
          end();
          return controller.close();
        }
        for (const event of events) controller.enqueue(event);
      } catch {
        // Ends the stream if the database or the caller's rights are gone; reconnecting reports why.
        end();
        controller.close();
      }
    },
    cancel: end,
  });
}

/** The event about one refused database; throws errors about the whole stream. */
function refusalOf(
  error: unknown,
  { databaseId, format }: { readonly databaseId: string; readonly format: Format },
): Uint8Array {
  const isOfOne = error instanceof ApiError && (error.code === "NOT_FOUND" || error.code === "BAD_REQUEST");
  if (!isOfOne || !format.refusalEvent) throw error;
  return format.refusalEvent({ databaseId, error: { code: error.code, message: error.message } });
}

/** Returns the event about the people present in a database, or nothing if it would repeat the last one. */
type NewPresence = (place: BasePlace, rights: CallerRights) => Promise<Uint8Array[]>;

function presenceFor({ person }: Actor, { presenceEvent }: Format): NewPresence {
  const told = new Map<string, string>();
  return async (place, rights) => {
    if (!presenceEvent) return [];
    const presence = othersPresent(place, person.id, await hiddenIn(place, rights));
    const text = JSON.stringify(presence);
    if (told.get(place.databaseId) === text) return [];
    told.set(place.databaseId, text);
    return [presenceEvent(presence)];
  };
}
