import { fieldIdsIn } from "@/lib/contract/config-fields";
import { dependsOnZone } from "@/lib/contract/filters";
import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";
import { settingOf, type View, type ViewConfig } from "@/lib/contract/views";
import { dateSettings, listSettings, stackSettings } from "./list-settings";
import type { RecordListing } from "./record-queries";
import type { RecordSource } from "./record-source";
import type { Today } from "./today";

interface Listed {
  readonly saved: View;
  /** Personal settings that replace saved ones. */
  readonly own: ViewSettings;
  readonly search: string;
  readonly today: Today;
}

/** Derives the listing of a view from its saved and personal settings. */
export function listingOf(source: RecordSource, { saved, own, search, today }: Listed): RecordListing {
  const config = { ...saved.config, ...own };
  const { filter, sorts, hiddenFieldIds, stackFieldId, stackAggregate, hideEmptyStacks } = config;
  const { startFieldId, endFieldId } = config;
  const groups = settingOf(config, "groups");
  const fieldIds = fieldIdsOf(config);
  const byDay = filter && dependsOnZone(filter) ? today : undefined;
  const selection = JSON.stringify([
    filter,
    sorts,
    groups,
    hiddenFieldIds.toSorted(),
    ...(stackFieldId ? [stackFieldId, stackAggregate, hideEmptyStacks] : []),
    ...(startFieldId ? [startFieldId, endFieldId] : []),
    ...(fieldIds ? [fieldIds] : []),
    ...(byDay ? [byDay] : []),
  ]);
  const sent = listSettings(own);
  const sentStacks = stackSettings(own);
  const sentDates = dateSettings(own);
  return {
    ...source,
    viewId: saved.id,
    search,
    selection,
    groups,
    ...(stackFieldId && { stackFieldId }),
    ...(startFieldId && { startFieldId }),
    ...(startFieldId && endFieldId && { endFieldId }),
    ...(fieldIds && { fieldIds }),
    ...(byDay && { timeZone: byDay.timeZone }),
    ...(hasSettings(sent) && { own: sent }),
    ...(hasSettings(sentStacks) && { ownStacks: sentStacks }),
    ...(hasSettings(sentDates) && { ownDates: sentDates }),
  };
}

/** The settings by which fields place or decorate records, also those that the view hides. */
const decorating = ["coverFieldId", "startFieldId", "endFieldId", "colorFieldId", "rowColor"] as const;

/** The fields to read if such settings name hidden ones; undefined for those that the view shows. */
function fieldIdsOf(config: ViewConfig): string[] | undefined {
  const { hiddenFieldIds, orderedFieldIds } = config;
  const settings = decorating.flatMap((key) => (config[key] ? [[key, config[key]]] : []));
  const used = fieldIdsIn(Object.fromEntries(settings));
  if (!hiddenFieldIds.some((id) => used.has(id))) return undefined;
  const hidden = new Set(hiddenFieldIds.filter((id) => !used.has(id)));
  return orderedFieldIds.filter((id) => !hidden.has(id));
}
