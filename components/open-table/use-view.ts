import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { tableQuery } from "@/components/listing/record-names";
import { useMay, usePersonId } from "@/components/rights/rights";
import { askBeforeLeaving } from "@/components/tasks/leaving";
import { isPassing, retryLater } from "@/components/tasks/retry";
import { useStable } from "@/components/ui/use-stable";
import { api } from "@/lib/client/api";
import type { Field } from "@/lib/contract/fields";
import type { ViewPlace } from "@/lib/contract/places";
import {
  fitSettings,
  hasSettings,
  noSettings,
  ownSettings,
  type ViewSettings,
} from "@/lib/contract/view-settings";
import type { View, ViewConfigUpdate } from "@/lib/contract/views";
import { keepOwn, readOwn } from "./kept-settings";
import { type AskedSettings, useSettingsInAddress } from "./use-settings-in-address";
import { createViewStore, type ViewStore } from "./view-store";

interface OpenView {
  /** With the changes that are not saved yet, and with one's own settings. */
  readonly view: View;
  /** One's own settings, as far as they differ from what is saved. */
  readonly own: ViewSettings;
  readonly changeView: (to: ViewConfigUpdate) => void;
  readonly resetOwn: () => void;
  readonly saveOwn: () => void;
  /** Whether changes wait for a server that could not be reached. */
  readonly isHeldUp: boolean;
}

/** A view as it is saved, and what else says how it is shown. */
interface Shown {
  readonly saved: View;
  readonly fields: readonly Field[];
  /** What the address asked for when the page came. */
  readonly asked: AskedSettings;
}

/** A view as a person changes it: for everybody, or for themselves where they may not or an address says so. */
export function useView(
  { databaseId, tableId }: Pick<ViewPlace, "databaseId" | "tableId">,
  { saved, fields, asked }: Shown,
): OpenView {
  const maySave = useMay("change-views");
  const personId = usePersonId();
  const queryClient = useQueryClient();
  const owner = maySave ? null : personId;
  const store = storeOf({ databaseId, tableId, viewId: saved.id }, { queryClient, owner, asked });
  const unsaved = useSyncExternalStore(store.subscribe, store.unsaved, store.unsaved);
  const isHeldUp = useSyncExternalStore(store.subscribe, store.isHeldUp, store.isHeldUp);
  const kept = useSyncExternalStore(store.subscribe, store.own, () => asked.settings ?? noSettings);
  const own = useMemo(() => ownSettings(fitSettings(kept, fields), saved.config), [kept, fields, saved]);
  const view = useMemo(
    () => (isNothing(unsaved) && isNothing(own) ? saved : withSettings(saved, { ...unsaved, ...own })),
    [saved, unsaved, own],
  );
  const isForSelf = !maySave || hasSettings(own);
  const changeView = useStable((to: ViewConfigUpdate) => {
    if (isForSelf) store.keep(ownSettings({ ...store.own(), ...to }, saved.config));
    else {
      // What is the same as what is saved would hide the change.
      store.show(noSettings);
      store.change(to);
    }
  });
  useSettingsInAddress({
    viewId: saved.id,
    asked,
    own,
    onAsked: () => store.show(asked.settings ?? readOwn(owner, saved.id)),
  });
  return {
    view,
    own,
    changeView,
    resetOwn: useCallback(() => store.keep(noSettings), [store]),
    saveOwn: useStable(() => {
      store.show(own);
      store.saveOwn();
    }),
    isHeldUp,
  };
}

function isNothing(settings: object): boolean {
  return Object.keys(settings).length === 0;
}

function withSettings(view: View, settings: ViewConfigUpdate): View {
  return { ...view, config: { ...view.config, ...settings } };
}

/** One store a view for as long as the tab lives: a change is saved although one has gone on to another page. */
const stores = new Map<string, ViewStore>();

/** Settled when no change of a view is on its way, of whichever this tab has shown. */
export async function whenViewsSaved(): Promise<void> {
  await Promise.all([...stores.values()].map((store) => store.whenSaved()));
}

interface StoreWorld {
  readonly queryClient: QueryClient;
  /** Whose settings the browser keeps; null where they are saved with the view. */
  readonly owner: string | null;
  readonly asked: AskedSettings;
}

function storeOf(place: ViewPlace, { queryClient, owner, asked }: StoreWorld): ViewStore {
  const known = stores.get(place.viewId);
  if (known) return known;
  const store = createViewStore({
    send: (config, page) => save(queryClient, place, { config, keepalive: page?.isLeft ?? false }),
    onRefused: (reason) => toast.error("The view was not changed", { description: reason }),
    keep: (settings) => keepOwn(owner, place.viewId, settings),
    isPassing,
    afterPause,
    retryLater,
  });
  // On the server every request would share it.
  if (typeof window !== "undefined") {
    store.show(asked.settings ?? readOwn(owner, place.viewId));
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
