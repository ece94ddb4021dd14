import type { StackKey } from "@/lib/field-types/stacks";

/** The order of stacks after one is placed before another. The stack without a value is always first. */
export function movedKeys(
  stacks: readonly { readonly key: StackKey }[],
  from: number,
  before: number,
): StackKey[] {
  const keys = stacks.map(({ key }) => key);
  const moved = keys.slice(from, from + 1);
  const to = before > from ? before - 1 : before;
  return keys
    .toSpliced(from, 1)
    .toSpliced(to, 0, ...moved)
    .filter((key) => key !== null);
}
