import type { Scope } from "@/lib/contract/keys";

/** The rights that the signed-in person may grant to a key. */
export interface Reach {
  readonly scopes: readonly Scope[];
  /** Allows a key for all databases, including future ones. */
  readonly isForAll: boolean;
  /** The databases to choose from. */
  readonly databases: readonly { readonly id: string; readonly name: string }[];
}
