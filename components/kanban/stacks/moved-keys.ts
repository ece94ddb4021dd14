import type { StackKey } from "@/lib/field-types/stacks";

interface StackMove {
  readonly from: number;
  /** The index of the stack that it is placed before. */
  readonly before: number;
  /** The previous order, which may also name stacks that are not shown now. */
  readonly order: readonly StackKey[];
}

/** The order of stacks after one is placed before another. The stack without a value is always first. */
export function movedKeys(
  stacks: readonly { readonly key: StackKey }[],
  { from, before, order }: StackMove,
): StackKey[] {
  const keys = stacks.map(({ key }) => key);
  const moved = keys.slice(from, from + 1);
  const to = before > from ? before - 1 : before;
  const shown = keys.toSpliced(from, 1).toSpliced(to, 0, ...moved);
  return [...new Set([...shown, ...order])].filter((key) => key !== null);
}
