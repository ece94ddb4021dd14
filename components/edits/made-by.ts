import type { HistoryEntry } from "@/lib/contract/changes";

type Actor = HistoryEntry["actor"];

/** Names who made a change: the reader, another person, or the key that was used or signed in with. */
export function nameOfActor({ kind, name, person }: Actor, ownId: string | null = null): string {
  return person?.id === ownId ? "You" : (person?.name ?? name ?? nameless[kind]);
}

const nameless: { readonly [Kind in Actor["kind"]]: string } = {
  key: "Another key",
  session: "Someone without a name",
  form: "Someone",
};

/** How a change was made; empty for changes made in the app. */
export const ways: { readonly [Source in HistoryEntry["source"]]: string } = {
  ui: "",
  public_api: "via the API",
  import: "via an import",
  form: "via a form",
  mcp: "via an assistant",
};
