import type { ShownStack } from "./board-state";
import type { CardPlace } from "./moves/card-moves";

/** The place of a search result: results are counted stack by stack. */
export function hitRecord(
  stacks: readonly Pick<ShownStack, "id" | "count">[],
  hit: number | null,
): CardPlace | null {
  if (hit === null) return null;
  let first = 0;
  for (const { id, count } of stacks) {
    if (hit < first + count) return { stackId: id, row: hit - first };
    first += count;
  }
  return null;
}
