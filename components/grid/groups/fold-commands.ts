import { keepInside, tabStopOf } from "../cursor";
import type { Range } from "../geometry";
import type { GridState } from "../grid-state";
import { isBlank } from "../is-blank";
import { layRows } from "../row-layout";
import { foldAt } from "../shown-rows";
import { type Group, groupsAround } from "./group";
import type { Grouping } from "./use-groups";

/** Which groups are to be folded. */
export type Folding = "inner" | "outer" | "all";
/** Which are to be unfolded. */
export type Unfolding = "nearest" | "all";

/** Folds groups; false where there are none. */
export function foldGroups(which: Folding, grid: GridState): boolean {
  const { groups, folded } = grid.grouping;
  const open = groupsAround(groups, rowOf(grid)).filter(({ id }) => !folded.has(id));
  const wanted = { inner: open.slice(-1), outer: open.slice(0, 1), all: groups }[which];
  setFolded(new Set([...folded, ...wanted.map(({ id }) => id)]), grid);
  return groups.length > 0;
}

/** Unfolds groups; false where there are none. */
export function unfoldGroups(which: Unfolding, grid: GridState): boolean {
  const { groups, folded } = grid.grouping;
  if (which === "all") setFolded(new Set(), grid);
  else unfold(nearestFolded(groups, folded, rowOf(grid)), grid);
  return groups.length > 0;
}

export function toggleGroup(group: Group, grid: GridState): void {
  setFolded(toggled(group, grid.grouping), grid);
}

/** Which groups are folded when one more is, or one less. */
export function toggled({ id }: Group, { folded }: Grouping): ReadonlySet<string> {
  return folded.has(id) ? without(folded, [id]) : new Set([...folded, id]);
}

/** Unfolds what a row is hidden in; gives whether it was. */
export function uncover(row: number, grid: GridState): boolean {
  if (!foldAt(grid.bounds.folds, row)) return false;
  setFolded(foldedBut(row, grid.grouping), grid);
  return true;
}

/** Which groups are folded when those around a row are not. */
export function foldedBut(row: number, { groups, folded }: Grouping): ReadonlySet<string> {
  return without(
    folded,
    groupsAround(groups, row).map(({ id }) => id),
  );
}

/** Unfolds the group that a record without values comes into: where there is one, it is the last. */
export function uncoverEmpty(grid: GridState): void {
  const last = grid.bounds.rows - 1;
  const around = groupsAround(grid.grouping.groups, last);
  if (around.every(({ value }) => isBlank(value))) uncover(last, grid);
}

function unfold(group: Group | undefined, grid: GridState): void {
  if (group) setFolded(without(grid.grouping.folded, [group.id]), grid);
}

/** The cursor leaves what is hidden then; where all is, it is nowhere. */
function setFolded(folded: ReadonlySet<string>, grid: GridState): void {
  const { grouping, bounds, cursor } = grid;
  grouping.fold(folded);
  const { folds } = layRows({ rows: bounds.rows, rowHeight: 1, groups: grouping.groups, folded });
  const kept = keepInside(cursor, { ...bounds, folds });
  if (kept === cursor) return;
  if (kept.state === "idle") grid.services.takeFocus();
  grid.setCursor(kept);
}

/** The header that is folded, seen, and nearest to a row; of two the one above. */
function nearestFolded(
  groups: readonly Group[],
  folded: ReadonlySet<string>,
  row: number,
): Group | undefined {
  const outermost = groups.filter(
    ({ id, rows: { first } }) =>
      folded.has(id) && groupsAround(groups, first).find((around) => folded.has(around.id))?.id === id,
  );
  const [nearest] = outermost.toSorted((one, other) => away(one.rows, row) - away(other.rows, row));
  return nearest;
}

function away({ first, end }: Range, row: number): number {
  return Math.max(first - row, row - end + 1, 0);
}

function rowOf({ cursor, bounds }: GridState): number {
  return tabStopOf(cursor, bounds)?.row ?? 0;
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  return new Set([...ids].filter((id) => !gone.includes(id)));
}
