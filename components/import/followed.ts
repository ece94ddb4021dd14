import * as z from "zod";
import type { ImportRequest } from "@/components/tasks/import-requests";
import { readStoredState, type StoredState, storeState } from "@/components/ui/stored-state";

const target = z.discriminatedUnion("is", [
  z.object({ is: z.literal("new-database") }),
  z.object({ is: z.literal("new-table"), databaseId: z.string() }),
  z.object({ is: z.literal("table"), databaseId: z.string(), tableId: z.string() }),
]);

const followed = z.object({
  personId: z.string(),
  databaseId: z.string(),
  importId: z.string(),
  filename: z.string(),
  target,
});

/** An import started in this browser whose end the person has not seen yet. */
export type Followed = z.infer<typeof followed>;

/** They outlive the page, because imports do. */
export const followedImports: StoredState<readonly Followed[]> = {
  name: "imports",
  shape: z.array(followed),
  fallback: [],
};

export function follow(started: Followed): void {
  unfollow(started.importId);
  storeState(followedImports.name, [...readStoredState(followedImports), started].slice(-maxFollowed));
}

export function unfollow(importId: string): void {
  const all = readStoredState(followedImports);
  const others = all.filter((each) => each.importId !== importId);
  if (others.length < all.length) storeState(followedImports.name, others);
}

/** Older ones are forgotten. */
const maxFollowed = 20;

/** The request that shows an import in the dialog again. */
export function requestFor({ target, databaseId, importId }: Followed): ImportRequest {
  return { target, begun: { databaseId, importId } };
}
