import type { Source } from "../../field-types/types/source";
import type { Rights } from "./rights";

/** Who calls, and how far they may go: an API key, a browser's session, or somebody who is about to sign in. */
export interface Actor extends Rights {
  readonly kind: "key" | "session" | "nobody";
  readonly id: string;
}

export function sourceOf(actor: Actor): Source {
  return actor.kind === "session" ? "ui" : "public_api";
}

/** Who makes a change, and the change set that it belongs to. */
export interface Author {
  readonly actor: Actor;
  readonly changeSetId: string;
}
