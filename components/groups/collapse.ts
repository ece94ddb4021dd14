import { type Group, groupsAround } from "./group";
import type { Grouping } from "./use-groups";

/** The collapsed groups after toggling one. */
export function toggled({ id }: Group, { collapsed }: Grouping): ReadonlySet<string> {
  return collapsed.has(id) ? without(collapsed, [id]) : new Set([...collapsed, id]);
}

/** The collapsed groups after expanding those that contain a row. */
export function expandedAround(row: number, { groups, collapsed }: Grouping): ReadonlySet<string> {
  return without(
    collapsed,
    groupsAround(groups, row).map(({ id }) => id),
  );
}

/** Removes ids from a set. */
export function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)));
}
