import { basePlace, trashPlace } from "../contract/places";
import { restored, trashList, trashQuery } from "../contract/trash";
import { restoreBase, restoreFromTrash } from "../server/trash/restore-from-trash";
import { listTrash, listTrashedBases } from "../server/trash/trash-list";
import { operation } from "./operation";

export const trashOperations = [
  operation({
    id: "listTrash",
    method: "GET",
    path: "/bases/{databaseId}/trash",
    summary: "Deleted records, fields, tables and views, newest first",
    scope: "read",
    params: basePlace,
    query: trashQuery,
    answer: trashList,
    run: ({ params, query }) => listTrash(params, query),
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
    id: "listTrashedDatabases",
    method: "GET",
    path: "/trash",
    summary: "Deleted databases, newest first",
    scope: "read",
    query: trashQuery,
    answer: trashList,
    run: ({ actor, query }) => listTrashedBases(actor.databases, query),
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
