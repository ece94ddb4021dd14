import { basePlace, trashPlace } from "../contract/places";
import {
  baseTrashQuery,
  eraseChoice,
  erased,
  restored,
  restoredTogether,
  type TrashList,
  trashChoice,
  trashList,
  trashQuery,
} from "../contract/trash";
import type { Actor } from "../server/access/author";
import { withKnownNames } from "../server/log/known-names";
import { eraseTrash } from "../server/trash/erase";
import { restoreBase, restoreFromTrash } from "../server/trash/restore-from-trash";
import { restoreTogether } from "../server/trash/restore-together";
import { listTrash, listTrashedBases } from "../server/trash/trash-list";
import { operation } from "./operation";

const exampleTrashId = "019a9e5c-2b1d-7f00-8a3b-5c6d7e8f9a0b";

export const trashOperations = [
  operation({
    id: "listTrash",
    method: "GET",
    path: "/bases/{databaseId}/trash",
    summary: "List deleted records, fields, tables and views, newest first",
    description:
      "With `group=changeSet`, everything that was deleted together is one entry with a `count`; its `id` is the `changeSetId`, which `restoreTogether` takes. `changeSetId={id}` lists what is in such a group.",
    scope: "read",
    params: basePlace,
    query: baseTrashQuery,
    answer: trashList,
    run: async ({ actor, params, query }) => seenBy(actor, await listTrash(params, query)),
  }),
  operation({
    id: "restoreFromTrash",
    method: "POST",
    path: "/bases/{databaseId}/trash/{trashId}/restore",
    summary: "Bring a deleted thing back to where it was, with its values and links",
    description:
      "A record needs the scope `write`, a field, a table or a view the scope `schema`. A name that is taken meanwhile gets a number.",
    scope: "write",
    orScope: "schema",
    params: trashPlace,
    answer: restored,
    errors: ["CONFLICT"],
    run: ({ author, params }) => restoreFromTrash(author, params),
  }),
  operation({
    id: "restoreTogether",
    method: "POST",
    path: "/bases/{databaseId}/trash/restore",
    summary: "Restore several entries, or everything that was deleted together",
    description:
      "All of it is one change set, so that it is undone as one. What cannot come back stays in the trash and is listed in `skipped` with the reason. Records need the scope `write`; fields, tables and views the scope `schema`.",
    scope: "write",
    orScope: "schema",
    params: basePlace,
    body: trashChoice,
    answer: restoredTogether,
    withoutRead: restoredTogether.omit({ skipped: true }),
    errors: ["CONFLICT"],
    example: () => ({ body: { trashIds: [exampleTrashId] } }),
    run: ({ author, params, body }) => restoreTogether(author, params, body),
  }),
  operation({
    id: "eraseFromTrash",
    method: "POST",
    path: "/bases/{databaseId}/trash/erase",
    summary: "Erase entries of the trash for good, or all of them",
    description:
      "This cannot be undone: what is erased can be restored neither from the trash nor by undo. Values that were logged stay in the log of changes until they are too old for it.",
    scope: "schema",
    params: basePlace,
    body: eraseChoice,
    answer: erased,
    withoutRead: erased,
    example: () => ({ body: { trashIds: [exampleTrashId] } }),
    run: ({ params, body }) => eraseTrash(params, body),
  }),
  operation({
    id: "listTrashedDatabases",
    method: "GET",
    path: "/trash",
    summary: "Deleted databases, newest first",
    scope: "read",
    query: trashQuery,
    answer: trashList,
    run: async ({ actor, query }) => seenBy(actor, await listTrashedBases(actor.databases, query)),
  }),
  operation({
    id: "restoreDatabase",
    method: "POST",
    path: "/trash/{trashId}/restore",
    summary: "Bring a deleted database back with all that was in it",
    scope: "schema",
    params: trashPlace.pick({ trashId: true }),
    answer: restored,
    errors: ["CONFLICT"],
    run: ({ author, params }) => restoreBase(author, params),
  }),
] as const;

/** The same without the names of keys that the caller may not know. */
async function seenBy(actor: Actor, { trash, nextCursor }: TrashList): Promise<TrashList> {
  const authors = trash.flatMap(({ deletedBy }) => (deletedBy ? [{ actor: deletedBy }] : []));
  const known = new Map((await withKnownNames(authors, actor)).map((each) => [each.actor.id, each.actor]));
  return {
    trash: trash.map((item) => ({ ...item, deletedBy: known.get(item.deletedBy?.id ?? "") ?? null })),
    nextCursor,
  };
}
