import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { sessionToken } from "@/lib/api/session-cookie";
import type { Action } from "@/lib/contract/actions";
import type { Actor } from "@/lib/server/access/author";
import { allowedActions } from "@/lib/server/access/may";
import { findSession } from "@/lib/server/access/sessions";
import { loginPath } from "./login/next-path";

/** A page's query as Next gives it. */
export type Query = Record<string, string | string[] | undefined>;

/**
 * Who looks at a page; somebody who is signed out goes to sign in (307) and comes back to `path` and `query`.
 * Every page calls it before anything else, as only the page knows its whole address.
 */
export async function requireSession(path: string, query: Query = {}): Promise<Actor> {
  return (await findActor()) ?? redirect(loginPath(path + searchOf(query)));
}

/**
 * Who is signed in and may read, as every page does; or null. Asked once a request, however many parts of a page
 * want to know.
 */
export const findActor = cache(async (): Promise<Actor | null> => {
  const token = sessionToken((await headers()).get("Cookie"));
  const actor = token === undefined ? null : await findSession(token);
  return actor?.scopes.includes("read") ? actor : null;
});

/**
 * What the signed-in person may do; nothing where nobody is, or it cannot be read. The page itself then says what is
 * wrong: what fails here would take the whole document with it.
 */
export async function actionsOfSession(): Promise<readonly Action[]> {
  const actor = await findActor().catch(() => null);
  return actor ? allowedActions(actor) : [];
}

function searchOf(query: Query): string {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each])),
  );
  return search.size === 0 ? "" : `?${search}`;
}
