import * as z from "zod";
import { changeList, changesQuery, history, undone, undoScope } from "../contract/changes";
import { liveQuery, readLivePlaces } from "../contract/live";
import { pageQuery } from "../contract/pages";
import { basePlace, recordPlace } from "../contract/places";
import type { Actor } from "../server/access/author";
import { listChanges, listHistory } from "../server/log/history";
import { withKnownNames } from "../server/log/known-names";
import { type LiveCaller, openLiveChanges, openLiveChangesOfSeveral } from "../server/log/live-changes";
import { hiddenInLog, withoutHidden } from "../server/log/seen-changes";
import { redo, undo } from "../server/undo/undo";
import { reauthenticate } from "./authenticate";
import { Bytes, operation } from "./operation";

const eventStream = "text/event-stream";

export const changeOperations = [
  operation({
    id: "listHistory",
    method: "GET",
    path: "/bases/{databaseId}/tables/{tableId}/records/{recordId}/history",
    summary: "List the changes of a record, newest first",
    action: "read",
    params: recordPlace,
    query: pageQuery,
    answer: history,
    async run({ actor, params, query }) {
      const { history, nextCursor } = await listHistory(params, query);
      return { history: await withKnownNames(history, actor), nextCursor };
    },
  }),
  operation({
    id: "listChanges",
    method: "GET",
    path: "/bases/{databaseId}/changes",
    summary: "List the changes of a database, oldest first",
    description:
      "Continue with `next` while `hasMore` is true. Call again later with the last `next` to read new changes. Every change is returned exactly once.",
    action: "read",
    params: basePlace,
    query: changesQuery,
    answer: changeList,
    async run({ actor, params, query }) {
      const page = await listChanges(params, query.since);
      const seen = withoutHidden(page.changes, await hiddenInLog(params, actor));
      return { ...page, changes: await withKnownNames(seen, actor) };
    },
  }),
  operation({
    id: "watchChanges",
    method: "GET",
    path: "/bases/{databaseId}/changes/live",
    summary: "Stream changes as server-sent events",
    description:
      "Each event is a page of the log: its `data` is a response of `listChanges`, its `id` the `next` of that response. The first event arrives immediately, later ones within a second of each write. Without `since`, the stream starts now. Lines with only a colon are heartbeats. A browser's `EventSource` reconnects and continues by itself.",
    action: "read",
    params: basePlace,
    query: changesQuery,
    answer: z.instanceof(Bytes),
    mediaTypes: [eventStream],
    async run({ actor, params, query, request }) {
      const since = request.headers.get("Last-Event-ID") ?? query.since;
      return eventsOf(await openLiveChanges({ ...params, since }, callerOf(actor, request)));
    },
  }),
  operation({
    id: "watchChangesOfSeveral",
    method: "GET",
    path: "/changes/live",
    summary: "Stream changes of several databases as server-sent events",
    description:
      "One connection serves several databases, because browsers allow only six connections to a server. Each event is a page of the log of one database: its `data` is a response of `listChanges` with a `databaseId`, its `id` the `since` to continue from in all databases. The first page of each database arrives immediately. A database that is missing, deleted or not accessible to the key, or whose position is not in its log, now or later, is reported once by an event `refused` with the data `{ databaseId, error: { code, message } }`; the others continue. Erasing trash entries, which is not in the log, is reported by an event `erased` with the data `{ databaseId }`; after a break in the connection it may be missing. Changed rules of a database are reported by an event `rules` with the same data. The other people who have the database open in a browser are listed by an event `presence` with the data `{ databaseId, people: [{ personId, name, at: { tableId, cell: { recordId, fieldId } } }] }`, after the first page and after each change. The stream ends when the key or session ends, or when the last of the databases was refused. Lines with only a colon are heartbeats.",
    action: "read",
    query: liveQuery,
    answer: z.instanceof(Bytes),
    mediaTypes: [eventStream],
    example: ({ base }) => ({ query: { since: base.id } }),
    async run({ actor, query, request }) {
      const places = readLivePlaces(request.headers.get("Last-Event-ID") ?? query.since);
      return eventsOf(await openLiveChangesOfSeveral(places, callerOf(actor, request)));
    },
  }),
  operation({
    id: "undo",
    method: "POST",
    path: "/bases/{databaseId}/undo",
    summary: "Undo your latest change set",
    description:
      "Undoes your latest change set, made in any browser or with any key of yours. Values that others have changed since stay unchanged and are listed in `skipped`. Needs the rights that the change needed.",
    action: "undo",
    params: basePlace,
    body: undoScope,
    answer: undone,
    withoutRead: undone.omit({ action: true }),
    errors: ["CONFLICT"],
    run: ({ author, params, body }) => undo(author, params, body),
  }),
  operation({
    id: "redo",
    method: "POST",
    path: "/bases/{databaseId}/redo",
    summary: "Redo the last undone change",
    description: "A new write of yours clears what can be redone. Needs the rights that the change needed.",
    action: "undo",
    params: basePlace,
    body: undoScope,
    answer: undone,
    withoutRead: undone.omit({ action: true }),
    errors: ["CONFLICT"],
    run: ({ author, params, body }) => redo(author, params, body),
  }),
] as const;

function callerOf(watcher: Actor, request: Request): LiveCaller {
  return { watcher, admit: () => reauthenticate(request) };
}

function eventsOf(stream: ReadableStream<Uint8Array>): Bytes {
  return new Bytes(stream, {
    "Content-Type": eventStream,
    // Disables buffering in proxies.
    "X-Accel-Buffering": "no",
  });
}
