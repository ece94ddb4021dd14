import type { Record } from "@/lib/contract/records";
import type { StackPage } from "@/lib/contract/stacks";

/** Replaces the records of all stacks. Returns the same response if none changes. */
export function withStackRecords(
  response: StackPage,
  change: (records: readonly Record[]) => readonly Record[],
): StackPage {
  let isChanged = false;
  const stacks = response.stacks.map((stack) => {
    const records = change(stack.records);
    if (records === stack.records) return stack;
    isChanged = true;
    return { ...stack, records: [...records] };
  });
  return isChanged ? { ...response, stacks } : response;
}

/** All records of a response. */
export function recordsOfStacks({ stacks }: StackPage): readonly Record[] {
  return stacks.flatMap(({ records }) => records);
}
