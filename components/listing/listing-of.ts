import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";
import { settingOf, type View, type ViewConfig } from "@/lib/contract/views";
import { listSettings, stackSettings } from "./list-settings";
import type { RecordListing } from "./record-queries";
import type { RecordSource } from "./record-source";

interface Listed {
  readonly saved: View;
  /** Personal settings that replace saved ones. */
  readonly own: ViewSettings;
  readonly search: string;
}

/** Derives the listing of a view from its saved and personal settings. */
export function listingOf(source: RecordSource, { saved, own, search }: Listed): RecordListing {
  const config = { ...saved.config, ...own };
  const { filter, sorts, hiddenFieldIds, stackFieldId, stackAggregate, hideEmptyStacks } = config;
  const groups = settingOf(config, "groups");
  const fieldIds = fieldIdsOf(config);
  const selection = JSON.stringify([
    filter,
    sorts,
    groups,
    hiddenFieldIds.toSorted(),
    ...(stackFieldId ? [stackFieldId, stackAggregate, hideEmptyStacks] : []),
    ...(fieldIds ? [fieldIds] : []),
  ]);
  const sent = listSettings(own);
  const sentStacks = stackSettings(own);
  return {
    ...source,
    viewId: saved.id,
    search,
    selection,
    groups,
    ...(stackFieldId && { stackFieldId }),
    ...(fieldIds && { fieldIds }),
    ...(hasSettings(sent) && { own: sent }),
    ...(hasSettings(sentStacks) && { ownStacks: sentStacks }),
  };
}

/** The fields to read for cards whose pictures are of a hidden field; undefined for those that the view shows. */
function fieldIdsOf({ coverFieldId, hiddenFieldIds, orderedFieldIds }: ViewConfig): string[] | undefined {
  if (!coverFieldId || !hiddenFieldIds.includes(coverFieldId)) return undefined;
  const hidden = new Set(hiddenFieldIds.filter((id) => id !== coverFieldId));
  return orderedFieldIds.filter((id) => !hidden.has(id));
}
