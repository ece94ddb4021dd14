import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { tableQuery } from "@/components/listing/record-names";
import { askBeforeLeaving } from "@/components/tasks/leaving";
import { isPassing, retryLater } from "@/components/tasks/retry";
import { api } from "@/lib/client/api";
import type { ViewPlace } from "@/lib/contract/places";
import type { View, ViewConfigUpdate } from "@/lib/contract/views";
import { createViewStore, type ViewStore } from "./view-store";

interface OpenView {
  /** With the changes that are not saved yet. */
  readonly view: View;
  readonly changeView: (to: ViewConfigUpdate) => void;
  /** Whether changes wait for a server that could not be reached. */
  readonly isHeldUp: boolean;
}

/** A view as a person changes it. */
export function useView(
  { databaseId, tableId }: Pick<ViewPlace, "databaseId" | "tableId">,
  saved: View,
): OpenView {
  const store = storeOf({ databaseId, tableId, viewId: saved.id }, useQueryClient());
  const unsaved = useSyncExternalStore(store.subscribe, store.unsaved, store.unsaved);
  const isHeldUp = useSyncExternalStore(store.subscribe, store.isHeldUp, store.isHeldUp);
  const view = useMemo(
    () => (Object.keys(unsaved).length === 0 ? saved : { ...saved, config: { ...saved.config, ...unsaved } }),
    [saved, unsaved],
  );
  const changeView = useCallback((to: ViewConfigUpdate) => store.change(to), [store]);
  return { view, changeView, isHeldUp };
}

/** One store a view for as long as the tab lives: a change is saved although one has gone on to another page. */
const stores = new Map<string, ViewStore>();

/** Settled when no change of a view is on its way, of whichever this tab has shown. */
export async function whenViewsSaved(): Promise<void> {
  await Promise.all([...stores.values()].map((store) => store.whenSaved()));
}

function storeOf(place: ViewPlace, queryClient: QueryClient): ViewStore {
  const known = stores.get(place.viewId);
  if (known) return known;
  const store = createViewStore({
    send: (config, page) => save(queryClient, place, { config, keepalive: page?.isLeft ?? false }),
    onRefused: (reason) => toast.error("The view was not changed", { description: reason }),
    isPassing,
    afterPause,
    retryLater,
  });
  // On the server every request would share it.
  if (typeof window !== "undefined") {
    stores.set(place.viewId, store);
    store.subscribe(() => askBeforeLeaving(store, store.isHeldUp()));
    window.addEventListener("pagehide", store.leave);
  }
  return store;
}

interface Saving {
  readonly config: ViewConfigUpdate;
  readonly keepalive: boolean;
}

async function save(
  queryClient: QueryClient,
  place: ViewPlace,
  { config, keepalive }: Saving,
): Promise<void> {
  const view = await api("PATCH /bases/{databaseId}/tables/{tableId}/views/{viewId}", {
    params: { ...place },
    body: { config },
    keepalive,
  });
  const { queryKey } = tableQuery(place);
  // What is being read just now may have been read before the change: it is asked for again.
  const isBeingRead = queryClient.isFetching({ queryKey }) > 0;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (table) => table && { ...table, views: table.views.map((each) => (each.id === view.id ? view : each)) },
  );
  if (isBeingRead) void queryClient.invalidateQueries({ queryKey });
}

/** Long enough for a few clicks in a row, too short to wait for. */
const pause = 250;

function afterPause(act: () => void): () => void {
  const timer = setTimeout(act, pause);
  return () => clearTimeout(timer);
}
