import { ApiError, unauthorized } from "../contract/errors";
import type { Actor } from "../server/access/author";
import { findKey } from "../server/access/keys";
import { findSession } from "../server/access/sessions";
import { env } from "../server/env";
import { sessionToken } from "./session-cookie";

/**
 * Finds the caller by bearer key; null for an invalid key, undefined if none is sent. `isFresh` reads a cached key again.
 */
export async function findCaller({ headers }: Request, isFresh = false): Promise<Actor | null | undefined> {
  const header = headers.get("Authorization");
  if (header === null) return undefined;
  const key = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  return key === undefined ? null : findKey(key, isFresh);
}

/**
 * Authenticates by bearer key (`found`, if looked up before) or session cookie. Throws a 401, or a 403 for pages of
 * other origins.
 */
export async function authenticate(request: Request, found?: Actor | null): Promise<Actor> {
  const byKey = found === undefined ? await findCaller(request) : found;
  if (byKey === null)
    throw unauthorized("The API key is not valid. Send the header Authorization: Bearer <API key>.");
  return byKey ?? bySession(request);
}

/** Authenticates by bearer key with the roles of now: a key that was found is trusted for half a second. */
export async function authenticateAfresh(request: Request): Promise<Actor> {
  return authenticate(request, await findCaller(request, true));
}

/** Authenticates a stream again. Concurrent checks of the same credential share one lookup. */
export function reauthenticate(request: Request): Promise<Actor> {
  const credential = credentialOf(request);
  const asked = asking.get(credential);
  if (asked) return asked;
  const answer = authenticate(request).finally(() => asking.delete(credential));
  asking.set(credential, answer);
  return answer;
}

/** Pending checks by credential. */
const asking = new Map<string, Promise<Actor>>();

/** The credential of a request. */
export function credentialOf({ headers }: Request): string {
  return headers.get("Authorization") ?? sessionToken(headers.get("Cookie"))?.token ?? "";
}

/** Refuses requests from other origins, because browsers attach cookies by themselves (CSRF). */
export function refuseForeignOrigin(request: Request): void {
  const site = request.headers.get("Sec-Fetch-Site");
  if ((site === null || site === "same-origin") && isOwn(request.headers.get("Origin"), request)) return;
  throw new ApiError(
    "FORBIDDEN",
    "A session may be used only from the application's own pages. Use an API key to call the API.",
  );
}

async function bySession(request: Request): Promise<Actor> {
  const token = sessionToken(request.headers.get("Cookie"));
  const actor = token === undefined ? null : await findSession(token);
  if (!actor) throw unauthorized("An API key is required. Send the header Authorization: Bearer <API key>.");
  if (request.method !== "GET" && request.method !== "HEAD") refuseForeignOrigin(request);
  return actor;
}

function isOwn(origin: string | null, request: Request): boolean {
  if (origin === null || !URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  return origin === new URL(env.APP_URL).origin || new URL(origin).host === request.headers.get("Host");
}
