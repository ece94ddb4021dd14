import type { ViewSettings } from "@/lib/contract/view-settings";

/** Of a view's settings those that decide which records are listed, in what order, and which fields. */
export type ListSettings = Pick<ViewSettings, "filter" | "sorts" | "groups" | "hiddenFieldIds">;

export function listSettings({ filter, sorts, groups, hiddenFieldIds }: ViewSettings): ListSettings {
  return {
    ...(filter !== undefined && { filter }),
    ...(sorts && { sorts }),
    ...(groups && { groups }),
    ...(hiddenFieldIds && { hiddenFieldIds }),
  };
}
