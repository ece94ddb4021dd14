import type { ViewConfig } from "@/lib/contract/views";

type Order = ViewConfig["sorts"][number];

/** Puts an order first, replacing any other by the same field. */
export function orderedFirst(orders: readonly Order[], first: Order): Order[] {
  return [first, ...orders.filter(({ fieldId }) => fieldId !== first.fieldId)];
}
