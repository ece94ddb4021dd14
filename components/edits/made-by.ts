import type { HistoryEntry } from "@/lib/contract/changes";

type Actor = HistoryEntry["actor"];

/** Names who made a change: the reader, or the key that was used or signed in with. */
export function nameOfActor({ kind, id, name }: Actor, ownId: string | null = null): string {
  return id === ownId ? "You" : (name ?? nameless[kind]);
}

const nameless: { readonly [Kind in Actor["kind"]]: string } = {
  key: "Another key",
  session: "Someone (sign-in link)",
};

/** How a change was made; empty for changes made in the app. */
export const ways: { readonly [Source in HistoryEntry["source"]]: string } = {
  ui: "",
  public_api: "via the API",
  import: "via an import",
};
