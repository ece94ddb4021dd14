import { readStoredState, type StoredState, storeState } from "@/components/ui/stored-state";
import { noSettings, type ViewSettings, viewSettings } from "@/lib/contract/view-settings";

/** The personal settings of a view kept in this browser; none without an owner. */
export function readOwn(owner: string | null, viewId: string): ViewSettings {
  return owner === null ? noSettings : readStoredState(keptFor(owner, viewId));
}

export function keepOwn(owner: string | null, viewId: string, settings: ViewSettings): void {
  if (owner !== null) storeState(keptFor(owner, viewId).name, settings);
}

function keptFor(owner: string, viewId: string): StoredState<ViewSettings> {
  return { name: `view-settings:${owner}:${viewId}`, shape: viewSettings, fallback: noSettings };
}
