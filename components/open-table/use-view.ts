import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { tableQuery } from "@/components/listing/record-names";
import { nobody, useMay, usePersonId } from "@/components/rights/rights";
import { confirmBeforeLeaving } from "@/components/tasks/leaving";
import { isPassing, retryLater } from "@/components/tasks/retry";
import { toast } from "@/components/ui/toast";
import { useStable } from "@/components/ui/use-stable";
import { api } from "@/lib/client/api";
import { withChanges } from "@/lib/contract/config-fields";
import type { Field } from "@/lib/contract/fields";
import type { ViewPlace } from "@/lib/contract/places";
import {
  hasSettings,
  isPersonalSetting,
  noSettings,
  ownSettings,
  pruneSettings,
  type ViewSettings,
} from "@/lib/contract/view-settings";
import { showsRecords } from "@/lib/contract/view-types";
import { type View, type ViewConfigUpdate, viewWith } from "@/lib/contract/views";
import { keepOwn, readOwn } from "./kept-settings";
import { type AskedSettings, useSettingsInAddress } from "./use-settings-in-address";
import { createViewStore, type ViewStore } from "./view-store";

interface OpenView {
  /** With unsaved changes and personal settings. */
  readonly view: View;
  /** Personal settings that differ from the saved ones. */
  readonly own: ViewSettings;
  readonly changeView: (to: ViewConfigUpdate) => void;
  readonly resetOwn: () => void;
  readonly saveOwn: () => void;
  /** True while changes wait for an unreachable server. */
  readonly isHeldUp: boolean;
}

/** A saved view and the context for showing it. */
interface Shown {
  readonly saved: View;
  readonly fields: readonly Field[];
  /** The settings in the address when the page was loaded. */
  readonly asked: AskedSettings;
}

/**
 * A view with its changes: shared ones, or personal ones if the person may not save views or the address has settings.
 * Views that show no records have no personal ones.
 */
export function useView(
  { databaseId, tableId }: Pick<ViewPlace, "databaseId" | "tableId">,
  { saved, fields, asked }: Shown,
): OpenView {
  const maySave = useMaySave(saved);
  const personId = usePersonId();
  const queryClient = useQueryClient();
  const owner = maySave || personId === nobody ? null : personId;
  const store = storeOf({ databaseId, tableId, viewId: saved.id }, { queryClient, owner, asked });
  const unsaved = useSyncExternalStore(store.subscribe, store.unsaved, store.unsaved);
  const isHeldUp = useSyncExternalStore(store.subscribe, store.isHeldUp, store.isHeldUp);
  const kept = useSyncExternalStore(store.subscribe, store.own, () => asked.settings ?? noSettings);
  const isPersonal = showsRecords(saved.type);
  const own = useMemo(
    () => (isPersonal ? ownSettings(pruneSettings(kept, fields), saved.config) : noSettings),
    [isPersonal, kept, fields, saved],
  );
  const view = useMemo(
    () => (isNothing(unsaved) && isNothing(own) ? saved : withSettings(saved, { ...unsaved, ...own })),
    [saved, unsaved, own],
  );
  const isForSelf = isPersonal && (!maySave || saved.config.isLocked || hasSettings(own));
  const changeView = useStable((changes: ViewConfigUpdate) => {
    const [to, common] = partition(changes);
    if (!isNothing(common) && (maySave || !isPersonal)) store.change(common, saved.config);
    if (isNothing(to)) return;
    if (isForSelf) store.keep(ownSettings({ ...store.own(), ...to }, saved.config));
    else {
      // A personal setting equal to the saved one would hide the change.
      store.show(noSettings);
      store.change(to, saved.config);
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

/** True if the person may change a view for everybody. */
export function useMaySave({ config: { isLocked } }: View): boolean {
  const mayChange = useMay("change-views");
  const mayLock = useMay("lock-views");
  return isLocked ? mayLock : mayChange;
}

/** Splits settings into those that each person may have of their own, and those that are the same for everybody. */
function partition(changes: ViewConfigUpdate): [own: ViewConfigUpdate, common: ViewConfigUpdate] {
  const entries = Object.entries(changes);
  return [true, false].map((isOwn) =>
    Object.fromEntries(entries.filter(([key]) => isPersonalSetting(key) === isOwn)),
  ) as [ViewConfigUpdate, ViewConfigUpdate];
}

function isNothing(settings: object): boolean {
  return Object.keys(settings).length === 0;
}

function withSettings(view: View, settings: ViewConfigUpdate): View {
  return viewWith(view, withChanges(view.config, settings));
}

/** One store per view for the life of the tab: changes are saved even after moving to another page. */
const stores = new Map<string, ViewStore>();

/** Resolves once no change of any view shown in this tab is pending. */
export async function whenViewsSaved(): Promise<void> {
  await Promise.all([...stores.values()].map((store) => store.whenSaved()));
}

interface StoreWorld {
  readonly queryClient: QueryClient;
  /** The person whose settings the browser keeps; null if it keeps none. */
  readonly owner: string | null;
  readonly asked: AskedSettings;
}

function storeOf(place: ViewPlace, { queryClient, owner, asked }: StoreWorld): ViewStore {
  const known = stores.get(place.viewId);
  if (known) return known;
  const store = createViewStore({
    send: (config, { isLeft, base: { fields } }) =>
      save(queryClient, place, { config, fields, keepalive: isLeft }),
    onRefused: (reason) => toast.error("The view was not changed", { description: reason }),
    keep: (settings) => keepOwn(owner, place.viewId, settings),
    isPassing,
    afterPause,
    retryLater,
  });
  // On the server, all requests would share the store.
  if (typeof window !== "undefined") {
    store.show(asked.settings ?? readOwn(owner, place.viewId));
    stores.set(place.viewId, store);
    store.subscribe(() => confirmBeforeLeaving(store, store.isHeldUp()));
    window.addEventListener("pagehide", store.leave);
  }
  return store;
}

interface Saving {
  readonly config: ViewConfigUpdate;
  /** The questions that were changed, as they were before. */
  readonly fields: ViewConfigUpdate["fields"];
  readonly keepalive: boolean;
}

async function save(
  queryClient: QueryClient,
  place: ViewPlace,
  { config, fields, keepalive }: Saving,
): Promise<void> {
  const view = await api("PATCH /bases/{databaseId}/tables/{tableId}/views/{viewId}", {
    params: { ...place },
    body: { config, ...(fields && { basedOn: { fields } }) },
    keepalive,
  });
  const { queryKey } = tableQuery(place);
  // A query under way may have read the old view, so it is repeated.
  const isBeingRead = queryClient.isFetching({ queryKey }) > 0;
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(
    queryKey,
    (table) => table && { ...table, views: table.views.map((each) => (each.id === view.id ? view : each)) },
  );
  if (isBeingRead) void queryClient.invalidateQueries({ queryKey });
}

/** Long enough for a few clicks in a row, too short to notice. */
const pause = 250;

function afterPause(act: () => void): () => void {
  const timer = setTimeout(act, pause);
  return () => clearTimeout(timer);
}
