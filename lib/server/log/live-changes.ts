import type { ChangeList } from "../../contract/changes";
import { ApiError } from "../../contract/errors";
import { limits } from "../../contract/limits";
import type { BasePlace } from "../../contract/places";
import type { Actor } from "../access/author";
import { endOfLog, hasUnsettled, listChanges } from "./history";
import { Watch, watchesOf } from "./news";

/**
 * The log of a database as it grows, as server-sent events: each has a page of changes as `data`, shaped as
 * `GET …/changes` answers it, and its `next` as `id`. The first comes at once, though nothing may be in it. `since`
 * left out: from now on. `admit` throws once the caller may not read it any more, which ends the stream.
 */
export async function openLiveChanges(
  watcher: Actor,
  place: BasePlace,
  { since, admit }: { since: string | undefined; admit: () => Promise<unknown> },
): Promise<ReadableStream<Uint8Array>> {
  if (watchesOf(watcher.id) >= limits.liveStreams) throw tooManyStreams();
  // Before the first look: what is written in between is news.
  const watch = new Watch(place.databaseId, watcher.id);
  try {
    const first =
      since === undefined
        ? { changes: [], next: await endOfLog(place), hasMore: false }
        : await listChanges(place, since);
    return streamOf(watch, first, { place, admit });
  } catch (error) {
    watch.end();
    throw error;
  }
}

function tooManyStreams(): ApiError {
  const message = `This key or session has ${limits.liveStreams} streams of changes open, which is the most; close one first`;
  return new ApiError("RATE_LIMITED", message, undefined, { "Retry-After": "10" });
}

/** A connection on which nothing comes for longer is taken for dead, here and on the way. */
const signOfLifeEvery = 10_000;
/** How soon to look again for what was written before, and not yet settled when we looked. */
const settlesWithin = 200;

interface Reading {
  readonly place: BasePlace;
  admit(): Promise<unknown>;
}

function streamOf(watch: Watch, first: ChangeList, { place, admit }: Reading): ReadableStream<Uint8Array> {
  let page = first;
  let isFirst = true;
  return new ReadableStream({
    async pull(controller) {
      try {
        if (isFirst) {
          isFirst = false;
          return controller.enqueue(eventOf(page));
        }
        let awaited = 0;
        for (;;) {
          if (watch.isOver) return controller.close();
          page = await listChanges(place, page.next);
          if (page.changes.length > 0) break;
          if (page.hasMore) continue;
          if (awaited >= signOfLifeEvery) return controller.enqueue(signOfLife);
          const patience = (await hasUnsettled(place, page.next)) ? settlesWithin : signOfLifeEvery - awaited;
          const begun = performance.now();
          await watch.next(patience);
          awaited += performance.now() - begun + 1;
        }
        await admit();
        controller.enqueue(eventOf(page));
      } catch {
        // The database is gone, or the caller's rights are: who asks again is told.
        watch.end();
        controller.close();
      }
    },
    cancel: () => watch.end(),
  });
}

const encoder = new TextEncoder();
const signOfLife = encoder.encode(":\n\n");

function eventOf(page: ChangeList): Uint8Array {
  return encoder.encode(`id: ${page.next}\ndata: ${JSON.stringify(page)}\n\n`);
}
