import type { GroupsToCollapse, GroupsToExpand } from "@/components/commands/command";
import { expandedAround, toggled, without } from "@/components/groups/collapse";
import { type Group, groupsAround } from "@/components/groups/group";
import { layRows } from "@/components/groups/row-layout";
import { hiddenAt } from "@/components/groups/shown-rows";
import { isBlank } from "@/components/listing/is-blank";
import type { Range } from "@/components/listing/range";
import { activeOf, enteredWith, keepInside, move } from "../cursor/cursor";
import type { GridState } from "../grid-state";

/** Collapses groups; false if there are none. */
export function collapseGroups(which: GroupsToCollapse, grid: GridState): boolean {
  const { groups, collapsed } = grid.grouping;
  const open = groupsOfCursor(grid).filter(({ id }) => !collapsed.has(id));
  const wanted = { inner: open.slice(-1), outer: open.slice(0, 1), all: groups }[which];
  setCollapsed(new Set([...collapsed, ...wanted.map(({ id }) => id)]), grid);
  return groups.length > 0;
}

/** Expands groups; false if there are none. */
export function expandGroups(which: GroupsToExpand, grid: GridState): boolean {
  const { groups, collapsed } = grid.grouping;
  if (which === "all") setCollapsed(new Set(), grid);
  else expand(nearestCollapsed(groups, collapsed, rowOf(grid)), grid);
  return groups.length > 0;
}

/** Toggles the group whose header has the focus; false elsewhere. */
export function toggleActiveGroup(grid: GridState): boolean {
  const group = headedGroup(grid);
  if (group) toggleGroup(group, grid);
  return group !== undefined;
}

/** Collapses the group whose header has the focus, or moves to its outer group if it is collapsed. False elsewhere. */
export function leaveGroup(grid: GridState): boolean {
  return toggleOrMove("left", grid);
}

/** Expands the group whose header has the focus, or moves to its first line if it is expanded. False elsewhere. */
export function enterGroup(grid: GridState): boolean {
  return toggleOrMove("right", grid);
}

export function toggleGroup(group: Group, grid: GridState): void {
  setCollapsed(toggled(group, grid.grouping), grid);
}

/** Expands the group that hides a row; returns false if the row was visible. */
export function revealRow(row: number, grid: GridState): boolean {
  if (!hiddenAt(grid.bounds.hiddenRows, row)) return false;
  setCollapsed(expandedAround(row, grid.grouping), grid);
  return true;
}

/** Expands the last group if it is the one for records without values. */
export function revealEmptyGroup(grid: GridState): void {
  const last = grid.bounds.rows - 1;
  const around = groupsAround(grid.grouping.groups, last);
  if (around.every(({ value }) => isBlank(value))) revealRow(last, grid);
}

function expand(group: Group | undefined, grid: GridState): void {
  if (group) setCollapsed(without(grid.grouping.collapsed, [group.id]), grid);
}

function toggleOrMove(step: "left" | "right", grid: GridState): boolean {
  const { cursor, bounds, grouping } = grid;
  const group = headedGroup(grid);
  if (!group) return false;
  if (grouping.collapsed.has(group.id) === (step === "right")) toggleGroup(group, grid);
  else grid.setCursor(move(cursor, step, bounds));
  return true;
}

function headedGroup({ cursor, grouping }: GridState): Group | undefined {
  return cursor.state === "group-header"
    ? grouping.groups.find(({ id }) => id === cursor.groupId)
    : undefined;
}

/** The groups at the cursor, outermost first; on a header, its own group is the last. */
export function groupsOfCursor(grid: GridState): Group[] {
  const around = groupsAround(grid.grouping.groups, rowOf(grid));
  const group = headedGroup(grid);
  return group ? around.filter(({ level }) => level <= group.level) : around;
}

/** If the active cell becomes hidden, the cursor moves to the header of its group. */
function setCollapsed(collapsed: ReadonlySet<string>, grid: GridState): void {
  const { grouping, bounds, cursor } = grid;
  grouping.setCollapsed(collapsed);
  const { hiddenRows, headers } = layRows({
    rows: bounds.rows,
    rowHeight: 1,
    groups: grouping.groups,
    collapsed,
  });
  const kept = keepInside(cursor, { ...bounds, hiddenRows, headers });
  if (kept !== cursor) grid.setCursor(kept);
}

/** The collapsed visible header nearest to a row; the upper one of two. */
function nearestCollapsed(
  groups: readonly Group[],
  collapsed: ReadonlySet<string>,
  row: number,
): Group | undefined {
  const outermost = groups.filter(
    ({ id, rows: { first } }) =>
      collapsed.has(id) && groupsAround(groups, first).find((around) => collapsed.has(around.id))?.id === id,
  );
  const [nearest] = outermost.toSorted((one, other) => away(one.rows, row) - away(other.rows, row));
  return nearest;
}

function away({ first, end }: Range, row: number): number {
  return Math.max(first - row, row - end + 1, 0);
}

function rowOf({ cursor, bounds }: GridState): number {
  return activeOf(enteredWith(cursor, bounds)).row;
}
