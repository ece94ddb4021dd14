import { limits } from "@/lib/contract/limits";

/** At most this many characters of values go in one call, whose body is bounded. */
const mostCharacters = 4_000_000;

/** Items in their order, as many at a time as one call takes. One that is too large for any goes alone. */
export function inCalls<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[][] {
  const calls: Item[][] = [];
  let characters = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const call = calls.at(-1);
    if (call && call.length < limits.recordsPerCall && characters + size <= mostCharacters) {
      call.push(item);
      characters += size;
    } else {
      calls.push([item]);
      characters = size;
    }
  }
  return calls;
}

/** How many characters a value takes in a call. */
export function charactersOf(value: unknown): number {
  return typeof value === "string" ? value.length : (JSON.stringify(value)?.length ?? 0);
}
