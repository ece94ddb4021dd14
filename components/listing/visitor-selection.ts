import { settingOf, type ViewConfig } from "@/lib/contract/views";
import type { ListSettings } from "./list-settings";
import { pageSize } from "./record-pages";

/** The orders of a shared view, as far as its visitors know them. */
export type SavedOrders = Pick<ViewConfig, "groups" | "sorts">;

interface ChosenByVisitor {
  readonly own?: ListSettings;
  readonly search: string;
  readonly timeZone?: string;
}

/** The part of a request to a shared link that selects records. The view's own filter always applies, too. */
export function chosenByVisitor({ own, search, timeZone }: ChosenByVisitor) {
  return {
    ...(own?.filter && { filter: own.filter }),
    ...(timeZone !== undefined && { timeZone }),
    ...(search !== "" && { search }),
  };
}

/** The request for the first records of a shared view. */
export function firstForVisitor(saved: SavedOrders, own: ListSettings) {
  return {
    ...{ limit: pageSize, offset: 0, total: false },
    ...chosenByVisitor({ own, search: "" }),
    ...sortByVisitor(saved, own),
  };
}

/** The request for the first stacks of a shared board. */
export function firstStacksForVisitor(saved: SavedOrders, own: ListSettings) {
  return { ...chosenByVisitor({ own, search: "" }), ...sortByVisitor(saved, own) };
}

/** The part that orders records. Without it the view's own orders apply, which may name fields that are not shown. */
export function sortByVisitor(
  saved: SavedOrders,
  own: ListSettings = {},
): { readonly sort?: ViewConfig["sorts"] } {
  if (!own.sorts && !own.groups) return {};
  const { sorts, ...others } = { ...saved, ...own };
  const groups = settingOf(others, "groups");
  const inner = sorts.filter(({ fieldId }) => groups.every((group) => group.fieldId !== fieldId));
  const sort = [...groups, ...inner];
  return sort.length === 0 ? {} : { sort };
}
