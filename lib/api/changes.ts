import { z } from "zod";
import { changeList, changesQuery, history, undone, undoScope } from "../contract/changes";
import { pageQuery } from "../contract/pages";
import { basePlace, recordPlace } from "../contract/places";
import { requireOwn, requireScope } from "../server/access/rights";
import { listChanges, listHistory } from "../server/log/history";
import { openLiveChanges } from "../server/log/live-changes";
import { redo, undo } from "../server/undo/undo";
import { authenticate } from "./authenticate";
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
    run: ({ params, query }) => listHistory(params, query),
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
    run: ({ params, query }) => listChanges(params, query.since),
  }),
  operation({
    id: "watchChanges",
    method: "GET",
    path: "/bases/{databaseId}/changes/live",
    summary: "The same as it happens, as server-sent events",
    description:
      "An event is a page of the log: its `data` is what `listChanges` answers, its `id` the `next` of that. The first comes at once, then one within a second of each write. Left out, `since` is now. Lines that are only a colon are signs of life. A browser's `EventSource` goes on by itself where it was cut off.",
    scope: "read",
    params: basePlace,
    query: changesQuery,
    answer: z.instanceof(Bytes),
    mediaType: eventStream,
    async run({ actor, params, query, request }) {
      const since = request.headers.get("Last-Event-ID") ?? query.since;
      const admit = async () => {
        const current = await authenticate(request);
        requireScope(current, "read");
        requireOwn(params.databaseId, current);
      };
      return new Bytes(await openLiveChanges(actor, params, { since, admit }), {
        "Content-Type": eventStream,
        // Whatever stands between us keeps nothing back.
        "X-Accel-Buffering": "no",
      });
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
    errors: ["CONFLICT"],
    run: ({ author, params, body }) => redo(author, params, body),
  }),
] as const;
