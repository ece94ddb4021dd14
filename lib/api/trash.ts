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
import { ownedDatabases } from "../server/access/rights";
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
      "With `group=changeSet`, everything that was deleted together is one entry with a `count`. Its `id` is the `changeSetId`, which `restoreTogether` takes. `changeSetId={id}` lists the contents of a group.",
    action: "read-trash",
    params: basePlace,
    query: baseTrashQuery,
    answer: trashList,
    run: async ({ actor, params, query }) => seenBy(actor, await listTrash(params, query)),
  }),
  operation({
    id: "restoreFromTrash",
    method: "POST",
    path: "/bases/{databaseId}/trash/{trashId}/restore",
    summary: "Restore a deleted item",
    description:
      "Restores it to its old position with its values and links. Needs the rights to create such a thing. If the name is taken, a number is added.",
    action: "restore",
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
      "The restore is one change set, which can be undone. Entries that cannot be restored stay in the trash and are listed in `skipped` with the reason. Each needs the rights to create such a thing.",
    action: "restore",
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
    summary: "Erase entries of the trash",
    description:
      "Erases the given entries, or all. This cannot be undone: erased items can be restored neither from the trash nor by undo. Logged values stay in the change log until it expires.",
    action: "change-structure",
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
    summary: "List deleted databases, newest first",
    description: "Those that you own.",
    action: "restore-databases",
    query: trashQuery,
    answer: trashList,
    run: async ({ actor, query }) => seenBy(actor, await listTrashedBases(ownedDatabases(actor), query)),
  }),
  operation({
    id: "restoreDatabase",
    method: "POST",
    path: "/trash/{trashId}/restore",
    summary: "Restore a deleted database",
    action: "restore-databases",
    params: trashPlace.pick({ trashId: true }),
    answer: restored,
    errors: ["CONFLICT"],
    run: ({ author, params }) => restoreBase(author, params),
  }),
] as const;

/** Removes the names of keys that the caller may not see. */
async function seenBy(actor: Actor, { trash, nextCursor }: TrashList): Promise<TrashList> {
  const authors = trash.flatMap(({ deletedBy }) => (deletedBy ? [{ actor: deletedBy }] : []));
  const known = new Map((await withKnownNames(authors, actor)).map((each) => [each.actor.id, each.actor]));
  return {
    trash: trash.map((item) => ({ ...item, deletedBy: known.get(item.deletedBy?.id ?? "") ?? null })),
    nextCursor,
  };
}
