import { type Group, groupsAround } from "./group";
import type { Grouping } from "./use-groups";

/** The collapsed groups after toggling one. */
export function toggled({ id }: Group, { folded }: Grouping): ReadonlySet<string> {
  return folded.has(id) ? without(folded, [id]) : new Set([...folded, id]);
}

/** The collapsed groups after expanding those that contain a row. */
export function foldedBut(row: number, { groups, folded }: Grouping): ReadonlySet<string> {
  return without(
    folded,
    groupsAround(groups, row).map(({ id }) => id),
  );
}

/** Removes ids from a set. */
export function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)));
}
