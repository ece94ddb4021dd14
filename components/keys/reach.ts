import type { Scope } from "@/lib/contract/keys";

/** What whoever is signed in may give to a key. */
export interface Reach {
  readonly scopes: readonly Scope[];
  /** Whether it may be for every database, those to come too. */
  readonly isForAll: boolean;
  /** Those that it may be for. */
  readonly databases: readonly { readonly id: string; readonly name: string }[];
}
