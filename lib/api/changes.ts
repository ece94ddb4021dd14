import * as z from "zod";
import { changeList, changesQuery, history, undone, undoScope } from "../contract/changes";
import { liveQuery, readLivePlaces } from "../contract/live";
import { pageQuery } from "../contract/pages";
import { basePlace, recordPlace } from "../contract/places";
import type { Actor } from "../server/access/author";
import { listChanges, listHistory } from "../server/log/history";
import { withKnownNames } from "../server/log/known-names";
import { type LiveCaller, openLiveChanges, openLiveChangesOfSeveral } from "../server/log/live-changes";
import { redo, undo } from "../server/undo/undo";
import { reauthenticate } from "./authenticate";
import { Bytes, operation } from "./operation";

const eventStream = "text/event-stream";

export const changeOperations = [
  operation({
    id: "listHistory",
    method: "GET",
    path: "/bases/{databaseId}/tables/{tableId}/records/{recordId}/history",
    summary: "What happened to a record, newest first",
    scope: "read",
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
    summary: "Everything that was changed in a database, oldest first",
    description:
      "Go on with `next` for as long as `hasMore` is true, and later ask again with the last `next`: nothing is skipped and nothing comes twice.",
    scope: "read",
    params: basePlace,
    query: changesQuery,
    answer: changeList,
    async run({ actor, params, query }) {
      const page = await listChanges(params, query.since);
      return { ...page, changes: await withKnownNames(page.changes, actor) };
    },
  }),
  operation({
    id: "watchChanges",
    method: "GET",
    path: "/bases/{databaseId}/changes/live",
    summary: "Stream changes as server-sent events",
    description:
      "An event is a page of the log: its `data` is what `listChanges` answers, its `id` the `next` of that. The first comes at once, then one within a second of each write. Left out, `since` is now. Lines that are only a colon are signs of life. A browser's `EventSource` goes on by itself where it was cut off.",
    scope: "read",
    params: basePlace,
    query: changesQuery,
    answer: z.instanceof(Bytes),
    mediaType: eventStream,
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
      "One connection for several databases, of which a browser has only six. An event is a page of the log of one database: its `data` is what `listChanges` answers, with a `databaseId`; its `id` is the `since` to go on from in all of them. The first page of each comes at once. A database that the key does not open, that does not exist or is deleted, or whose place is not in its log, is reported once by an event `refused` with the data `{ databaseId, error: { code, message } }`; the others go on. The stream ends when the key or session ends, or when a narrowed key loses one of the databases; opening it again tells which. Lines that are only a colon are signs of life.",
    scope: "read",
    query: liveQuery,
    answer: z.instanceof(Bytes),
    mediaType: eventStream,
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
    summary: "Undo one's own newest change set",
    description:
      "What somebody else has changed since stays as it is and is listed in `skipped`. An actor is an API key, or a browser's session. What was done to records needs the scope `write`, what was done to tables, fields and views the scope `schema`.",
    scope: "write",
    orScope: "schema",
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
    summary: "Do again what one has undone last",
    description:
      "A new write of one's own clears what could be done again. It needs the scope that undoing it needs.",
    scope: "write",
    orScope: "schema",
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
    // Whatever stands between us keeps nothing back.
    "X-Accel-Buffering": "no",
  });
}
