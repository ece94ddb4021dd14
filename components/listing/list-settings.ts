import type { ViewSettings } from "@/lib/contract/view-settings";

/** The view settings that decide which records and fields are listed, and in what order. */
export type ListSettings = Pick<ViewSettings, "filter" | "sorts" | "groups" | "hiddenFieldIds">;

export function listSettings({ filter, sorts, groups, hiddenFieldIds }: ViewSettings): ListSettings {
  return {
    ...(filter !== undefined && { filter }),
    ...(sorts && { sorts }),
    ...(groups && { groups }),
    ...(hiddenFieldIds && { hiddenFieldIds }),
  };
}
