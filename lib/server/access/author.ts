import type { Source } from "../../field-types/types/source";
import type { Context } from "../context";
import type { PersonRow } from "./person-rows";
import type { CallerRights } from "./rights";

/**
 * The caller and its rights: an API key, a browser session, a caller that is not signed in yet, or the link of a form, whose
 * submissions have the rights of its maker and are nobody's changes.
 */
export interface Actor extends CallerRights {
  readonly kind: "key" | "session" | "nobody" | "form";
  readonly id: string;
  /** Whose key, session or link it is. */
  readonly person: PersonRow;
  /** The key used, or that signed in; null for a session by a password or link, and for callers not signed in. */
  readonly keyId: string | null;
  /** Hash of the secret, for a key. */
  readonly secretHash?: Uint8Array;
  /** The origin of its changes, if it is not that of the kind. */
  readonly source?: Source;
}

/** The facts of a call about its caller, at a network address if it is known. */
export function factsOf(actor: Actor, address = ""): Pick<Context, "caller" | "reader"> {
  return { caller: { personId: actor.person.id, keyId: actor.keyId, address }, reader: actor };
}

/** The id for rate limits and shares. Sessions count as their key, because a key can open any number. */
export function holderOf({ id, keyId }: Pick<Actor, "id" | "keyId">): string {
  return keyId ?? id;
}

export function sourceOf({ kind, source = sources[kind] }: Actor): Source {
  return source;
}

const sources: { readonly [Kind in Actor["kind"]]: Source } = {
  key: "public_api",
  session: "ui",
  nobody: "public_api",
  form: "form",
};

/** The id of the person whose changes are logged; null for submissions of a form. */
export function personOf({ kind, person }: Actor): string | null {
  return kind === "form" ? null : person.id;
}

/** The author of a write, with its change set. */
export interface Author {
  readonly actor: Actor;
  readonly changeSetId: string;
  /** The caller's name for the change set. */
  readonly changeSetName?: string;
  /** The origin of the changes; that of the actor by default. */
  readonly source?: Source;
  /** Counts the writes of one transaction, if it has several, so that each can be undone separately. */
  readonly writes?: { done: number };
}

/** The source of an author's changes. */
export function sourceOfWrite({ actor, source = sourceOf(actor) }: Author): Source {
  return source;
}
