import * as z from "zod";
import { deleted, deletion } from "../contract/deletion";
import { tablePlace, viewPlace } from "../contract/places";
import { firstView } from "../contract/view-types";
import { view, viewCreate, viewUpdate } from "../contract/views";
import { createView, deleteView, getView, listViews, updateView } from "../server/structure/views";
import { operation } from "./operation";

const all = "/bases/{databaseId}/tables/{tableId}/views";
const one = "/bases/{databaseId}/tables/{tableId}/views/{viewId}";

export const viewOperations = [
  operation({
    id: "listViews",
    method: "GET",
    path: all,
    summary: "List the views of a table",
    action: "read",
    params: tablePlace,
    answer: z.object({ views: z.array(view) }),
    run: async ({ params }) => ({ views: await listViews(params) }),
  }),
  operation({
    id: "createView",
    method: "POST",
    path: all,
    summary: "Create a view",
    description: "Without `config`, the view shows every field in order.",
    action: "change-views",
    params: tablePlace,
    body: viewCreate,
    answer: view,
    status: 201,
    example: () => ({
      body: {
        name: "Newest first",
        type: firstView.type,
        config: { sorts: [{ fieldId: "createdAt", direction: "desc" }] },
      },
    }),
    run: ({ author, params, body }) => createView(author, params, body),
    headers: ({ id }, { params }) => ({
      Location: `/api/v1/bases/${params.databaseId}/tables/${encodeURIComponent(params.tableId)}/views/${id}`,
    }),
  }),
  operation({
    id: "getView",
    method: "GET",
    path: one,
    summary: "Get a view",
    action: "read",
    params: viewPlace,
    answer: view,
    run: ({ params }) => getView(params),
  }),
  operation({
    id: "updateView",
    method: "PATCH",
    path: one,
    summary: "Update a view",
    description: "Changes the name, the position or the settings. `config` is merged by key.",
    action: "change-views",
    params: viewPlace,
    body: viewUpdate,
    answer: view,
    example: () => ({ body: { config: { rowHeight: 48, frozenFieldCount: 1 } } }),
    run: ({ author, params, body }) => updateView(author, params, body),
  }),
  operation({
    id: "deleteView",
    method: "DELETE",
    path: one,
    summary: "Delete a view",
    description: "The last view of a table cannot be deleted.",
    action: "change-views",
    params: viewPlace,
    answer: deletion,
    run: async ({ author, params }) => {
      await deleteView(author, params);
      return deleted;
    },
  }),
] as const;
