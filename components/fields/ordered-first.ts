import type { ViewConfig } from "@/lib/contract/views";

type Order = ViewConfig["sorts"][number];

/** The orders with one in front, wherever it was before. */
export function orderedFirst(orders: readonly Order[], first: Order): Order[] {
  return [first, ...orders.filter(({ fieldId }) => fieldId !== first.fieldId)];
}
