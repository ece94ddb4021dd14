import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { sessionToken } from "@/lib/api/session-cookie";
import type { Action } from "@/lib/contract/actions";
import { allowedActions } from "@/lib/server/access/may";
import { findSession, type SessionActor } from "@/lib/server/access/sessions";
import { loginPath } from "./login/next-path";

/** A page's query as Next gives it. */
export type Query = Record<string, string | string[] | undefined>;

/**
 * Who looks at a page; somebody who is signed out goes to sign in (307) and comes back to `path` and `query`.
 * Every page calls it before anything else, as only the page knows its whole address.
 */
export async function requireSession(path: string, query: Query = {}): Promise<SessionActor> {
  return (await findActor()) ?? redirect(loginPath(path + searchOf(query)));
}

/**
 * Who is signed in and may read, as every page does; or null. Asked once a request, however many parts of a page
 * want to know.
 */
export const findActor = cache(async (): Promise<SessionActor | null> => {
  const token = sessionToken((await headers()).get("Cookie"));
  const actor = token === undefined ? null : await findSession(token);
  return actor?.scopes.includes("read") ? actor : null;
});

/** The signed-in person as pages know them. */
export interface Person {
  /** The same at each sign-in, for what a browser keeps for them. */
  readonly id: string;
  readonly actions: readonly Action[];
}

/**
 * The person who is signed in and their rights; without any rights if nobody is, or if that cannot be read. It never
 * throws, as that would replace the whole document; the page itself reports what is wrong.
 */
export async function findPerson(): Promise<Person> {
  const actor = await findActor().catch(() => null);
  return actor
    ? { id: actor.keyId ?? "owner", actions: allowedActions(actor) }
    : { id: "nobody", actions: [] };
}

function searchOf(query: Query): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each])),
  );
  return search.size === 0 ? "" : `?${search}`;
}
