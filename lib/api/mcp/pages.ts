import { badRequest } from "../../contract/errors";
import { firstFitting, listBytes } from "./fit";

/** The items after the one that `cursor` names that fit into an answer, and the cursor of the next ones. */
export function pageOf<Item extends { readonly id: string }>(
  all: readonly Item[],
  { cursor, take = firstFitting }: PageOptions<NoInfer<Item>> = {},
): { items: Item[]; nextCursor?: string } {
  const from = cursor === undefined ? 0 : all.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== undefined && from === 0) {
    throw badRequest([
      { path: "cursor", message: "is not from an answer, or its item is gone; start again without it" },
    ]);
  }
  const items = take(all.slice(from), listBytes);
  const last = items.at(-1);
  return { items, ...(last && from + items.length < all.length && { nextCursor: last.id }) };
}

interface PageOptions<Item> {
  readonly cursor?: string | undefined;
  /** The first items that fit into so many bytes, at least one. */
  readonly take?: (items: readonly Item[], bytes: number) => Item[];
}
