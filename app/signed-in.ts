import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { sessionToken } from "@/lib/api/session-cookie";
import type { Action } from "@/lib/contract/actions";
import { loginPath } from "@/lib/contract/next-path";
import type { Actor } from "@/lib/server/access/author";
import { allowedActions } from "@/lib/server/access/may";
import { findSession } from "@/lib/server/access/sessions";

/** A page's query parameters, as Next passes them. */
export type Query = Record<string, string | string[] | undefined>;

/**
 * Returns the signed-in person, or redirects (307) to the sign-in page, which leads back to `path` and `query`.
 * Every page calls it first, as layouts do not have the full URL.
 */
export async function requireSession(path: string, query: Query = {}): Promise<Actor> {
  return (await findActor()) ?? redirect(loginPath(path + searchOf(query)));
}

/**
 * The signed-in person if they may read, else null. Cached per request.
 */
export const findActor = cache(async (): Promise<Actor | null> => {
  const token = sessionToken((await headers()).get("Cookie"));
  const actor = token === undefined ? null : await findSession(token);
  return actor?.scopes.includes("read") ? actor : null;
});

/** The signed-in person, for pages. */
export interface Person {
  /** Stable across sign-ins; identifies what the browser stores for the person. */
  readonly id: string;
  readonly actions: readonly Action[];
}

/**
 * The signed-in person and what they may do outside of databases or in some of them; without rights if nobody is signed in or reading fails. Never throws, as
 * that would replace the whole document; the page itself reports the error.
 */
export async function findPerson(): Promise<Person> {
  const actor = await findActor().catch(() => null);
  return actor ? { id: actor.person.id, actions: allowedActions(actor) } : { id: "nobody", actions: [] };
}

function searchOf(query: Query): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each])),
  );
  return search.size === 0 ? "" : `?${search}`;
}
