import type { StackPage } from "@/lib/contract/stacks";
import { settingOf, type ViewConfig } from "@/lib/contract/views";
import { stackIdOf } from "./stack-values";

type Stacks = StackPage["stacks"];

/** Applies changed settings of a view to its stacks before the server does: their order, and hiding empty ones. */
export function orderedStacks(stacks: Stacks, config: ViewConfig): Stacks {
  const order = new Map(settingOf(config, "stackOrder").map((key, index) => [stackIdOf(key), index]));
  const rankOf = ({ key }: Stacks[number]) =>
    key === null ? -1 : (order.get(stackIdOf(key)) ?? Number.POSITIVE_INFINITY);
  const shown = settingOf(config, "hideEmptyStacks") ? stacks.filter(({ count }) => count !== 0) : stacks;
  return shown.toSorted((one, other) => {
    const [first, second] = [rankOf(one), rankOf(other)];
    return first === second ? 0 : first - second;
  });
}
