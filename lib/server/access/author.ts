import type { Source } from "../../field-types/types/source";
import type { Rights } from "./rights";

/** Who calls, and how far they may go: an API key, a browser's session, or somebody who is about to sign in. */
export interface Actor extends Rights {
  readonly kind: "key" | "session" | "nobody";
  readonly id: string;
  /** The key that is used, or that signed in; null for a session by a sign-in link, and for nobody. */
  readonly keyId: string | null;
  /** Of the secret that it came by, where it is a key. */
  readonly secretHash?: Uint8Array;
}

/** The id that limits count by: sessions are free to make, so those of a key count as that key. */
export function holderOf({ id, keyId }: Pick<Actor, "id" | "keyId">): string {
  return keyId ?? id;
}

export function sourceOf(actor: Actor): Source {
  return actor.kind === "session" ? "ui" : "public_api";
}

/** Who makes a change, and the change set that it belongs to. */
export interface Author {
  readonly actor: Actor;
  readonly changeSetId: string;
  /** What the caller calls the change set. */
  readonly changeSetName?: string;
}
