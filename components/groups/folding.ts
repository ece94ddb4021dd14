import { type Group, groupsAround } from "./group";
import type { Grouping } from "./use-groups";

/** Which groups are folded when one more is, or one less. */
export function toggled({ id }: Group, { folded }: Grouping): ReadonlySet<string> {
  return folded.has(id) ? without(folded, [id]) : new Set([...folded, id]);
}

/** Which groups are folded when those around a row are not. */
export function foldedBut(row: number, { groups, folded }: Grouping): ReadonlySet<string> {
  return without(
    folded,
    groupsAround(groups, row).map(({ id }) => id),
  );
}

/** The ids of the groups that stay folded when some are unfolded. */
export function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)));
}
