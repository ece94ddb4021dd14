import type { CardWay } from "@/components/commands/command";

/** A stack as keys see it. */
export interface StackShape {
  readonly id: string;
  /** The number of its cards. */
  readonly count: number;
  readonly isCollapsed: boolean;
  /** True if it ends with a button that adds a card. */
  readonly hasNew: boolean;
}

/** A place that the focus can be at: a card, the header of a stack (-1), or the button below its cards. */
export interface BoardPlace {
  readonly stackId: string;
  readonly row: number;
}

export const headerRow = -1;

export type BoardStep =
  | "up"
  | "down"
  | "left"
  | "right"
  | "top"
  | "bottom"
  | "first-stack"
  | "last-stack"
  | "page-up"
  | "page-down";

/** The number of cards that Page Up and Page Down pass. */
const page = 6;

/** The place one step away; the same one at an edge of the board. */
export function stepFrom(stacks: readonly StackShape[], at: BoardPlace, step: BoardStep): BoardPlace {
  const index = stacks.findIndex(({ id }) => id === at.stackId);
  const stack = stacks[index];
  if (!stack) return firstPlace(stacks) ?? at;
  const inStack = (row: number): BoardPlace => ({ stackId: stack.id, row: within(stack, row) });
  const toStack = (to: number): BoardPlace => {
    const other = stacks[Math.max(0, Math.min(to, stacks.length - 1))] ?? stack;
    if (other === stack) return at;
    return { stackId: other.id, row: at.row === headerRow ? headerRow : cardNear(other, at.row) };
  };
  const steps: { readonly [Step in BoardStep]: () => BoardPlace } = {
    up: () => inStack(at.row - 1),
    down: () => inStack(at.row + 1),
    left: () => toStack(index - 1),
    right: () => toStack(index + 1),
    top: () => inStack(stack.count === 0 ? headerRow : 0),
    bottom: () => inStack(stack.count === 0 ? headerRow : stack.count - 1),
    "first-stack": () => toStack(0),
    "last-stack": () => toStack(stacks.length - 1),
    "page-up": () => inStack(Math.max(Math.min(at.row, 0), at.row - page)),
    "page-down": () => inStack(Math.min(at.row + page, Math.max(stack.count - 1, at.row))),
  };
  return steps[step]();
}

/** The first card of the board, or the header of its first stack. */
export function firstPlace(stacks: readonly StackShape[]): BoardPlace | undefined {
  const filled = stacks.find(({ count, isCollapsed }) => count > 0 && !isCollapsed);
  if (filled) return { stackId: filled.id, row: 0 };
  const [first] = stacks;
  return first && { stackId: first.id, row: headerRow };
}

/** The nearest place that exists in a stack. */
export function within({ count, isCollapsed, hasNew }: Omit<StackShape, "id">, row: number): number {
  const last = isCollapsed ? headerRow : hasNew ? count : count - 1;
  return Math.max(headerRow, Math.min(row, last));
}

/** The card of a stack nearest to a row, or its header if it shows none. */
function cardNear({ count, isCollapsed }: StackShape, row: number): number {
  return isCollapsed || count === 0 ? headerRow : Math.min(row, count - 1);
}

interface Carrying {
  /** The stacks without the carried cards. */
  readonly stacks: readonly StackShape[];
  /** False where the view's sorts decide on the place in a stack. */
  readonly isManual: boolean;
}

/** The place to which cards are carried from another; undefined if there is none in this direction. */
export function carryFrom(
  { stacks, isManual }: Carrying,
  { stackId, row }: BoardPlace,
  way: CardWay,
): BoardPlace | undefined {
  const index = stacks.findIndex(({ id }) => id === stackId);
  const stack = stacks[index];
  if (!stack) return undefined;
  const besides = { left: index - 1, right: index + 1 };
  if (way === "left" || way === "right") {
    const beside = stacks[besides[way]];
    return beside && { stackId: beside.id, row: Math.min(row, beside.count) };
  }
  const rows = { up: row - 1, down: row + 1, top: 0, bottom: stack.count };
  const to = rows[way];
  return isManual && to !== row && to >= 0 && to <= stack.count ? { stackId, row: to } : undefined;
}
