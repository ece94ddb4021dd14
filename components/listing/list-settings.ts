import type { ViewSettings } from "@/lib/contract/view-settings";

/** The view settings that decide which records and fields are listed, and in what order. */
export type ListSettings = Pick<ViewSettings, "filter" | "sorts" | "groups" | "hiddenFieldIds">;

/** The view settings that decide which stacks a board lists. */
export type StackSettings = Pick<
  ViewSettings,
  "stackFieldId" | "stackAggregate" | "stackOrder" | "hideEmptyStacks"
>;

/** The view settings that decide which records a calendar lists for some days. */
export type DateSettings = Pick<ViewSettings, "startFieldId" | "endFieldId">;

export function listSettings({ filter, sorts, groups, hiddenFieldIds }: ViewSettings): ListSettings {
  return {
    ...(filter !== undefined && { filter }),
    ...(sorts && { sorts }),
    ...(groups && { groups }),
    ...(hiddenFieldIds && { hiddenFieldIds }),
  };
}

export function stackSettings(settings: ViewSettings): StackSettings {
  const { stackFieldId, stackAggregate, stackOrder, hideEmptyStacks } = settings;
  return {
    ...(stackFieldId !== undefined && { stackFieldId }),
    ...(stackAggregate !== undefined && { stackAggregate }),
    ...(stackOrder && { stackOrder }),
    ...(hideEmptyStacks !== undefined && { hideEmptyStacks }),
  };
}

export function dateSettings({ startFieldId, endFieldId }: ViewSettings): DateSettings {
  return {
    ...(startFieldId !== undefined && { startFieldId }),
    ...(endFieldId !== undefined && { endFieldId }),
  };
}
