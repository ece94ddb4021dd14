import type { HistoryEntry } from "@/lib/contract/changes";

type Actor = HistoryEntry["actor"];

/** Who has made a change: by the name of the key that was used, or that was signed in with. */
export function nameOfActor({ kind, name }: Actor): string {
  return name ?? nameless[kind];
}

const nameless: { readonly [Kind in Actor["kind"]]: string } = {
  key: "Another key",
  session: "Somebody signed in",
};

/** By what way a change was made, in words. */
export const ways: { readonly [Source in HistoryEntry["source"]]: string } = {
  ui: "in the app",
  public_api: "through the API",
  import: "by an import",
};
