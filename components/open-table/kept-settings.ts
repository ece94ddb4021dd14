import { type Kept, keep, readKept } from "@/components/ui/kept";
import { noSettings, type ViewSettings, viewSettings } from "@/lib/contract/view-settings";

/** The settings of a view that this browser keeps for a person; none where nobody's are kept. */
export function readOwn(owner: string | null, viewId: string): ViewSettings {
  return owner === null ? noSettings : readKept(keptFor(owner, viewId));
}

export function keepOwn(owner: string | null, viewId: string, settings: ViewSettings): void {
  if (owner !== null) keep(keptFor(owner, viewId).name, settings);
}

function keptFor(owner: string, viewId: string): Kept<ViewSettings> {
  return { name: `view-settings:${owner}:${viewId}`, shape: viewSettings, none: noSettings };
}
