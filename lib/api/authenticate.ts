import { ApiError, unauthorized } from "../contract/errors";
import type { Actor } from "../server/access/author";
import { findKey } from "../server/access/keys";
import { findSession } from "../server/access/sessions";
import { env } from "../server/env";
import { sessionToken } from "./session-cookie";

/** Who calls by a bearer key; null for a bad one, undefined where none is sent. */
export async function findCaller({ headers }: Request): Promise<Actor | null | undefined> {
  const header = headers.get("Authorization");
  if (header === null) return undefined;
  const key = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  return key === undefined ? null : findKey(key);
}

/** Who calls, by bearer key (`found`, where it was looked for) or by session cookie; else 401, or 403 for a page elsewhere. */
export async function authenticate(request: Request, found?: Actor | null): Promise<Actor> {
  const byKey = found === undefined ? await findCaller(request) : found;
  if (byKey === null) throw unauthorized("The API key is not valid: send Authorization: Bearer <API key>");
  return byKey ?? bySession(request);
}

/** The same for streams, which ask again and again: those that come with one credential at one time share an answer. */
export function reauthenticate(request: Request): Promise<Actor> {
  const credential = credentialOf(request);
  const asked = asking.get(credential);
  if (asked) return asked;
  const answer = authenticate(request).finally(() => asking.delete(credential));
  asking.set(credential, answer);
  return answer;
}

/** Those whose answer is not there yet, by their credential. */
const asking = new Map<string, Promise<Actor>>();

/** What a caller proves with who they are. */
export function credentialOf({ headers }: Request): string {
  return headers.get("Authorization") ?? sessionToken(headers.get("Cookie"))?.token ?? "";
}

/** A cookie travels by itself, so a page elsewhere could write with it: only our own pages may. */
export function refuseForeignOrigin(request: Request): void {
  const site = request.headers.get("Sec-Fetch-Site");
  if ((site === null || site === "same-origin") && isOwn(request.headers.get("Origin"), request)) return;
  throw new ApiError(
    "FORBIDDEN",
    "A session may be used from the application's own pages only; call the API with a key",
  );
}

async function bySession(request: Request): Promise<Actor> {
  const token = sessionToken(request.headers.get("Cookie"));
  const actor = token === undefined ? null : await findSession(token);
  if (!actor) throw unauthorized("An API key is needed: send Authorization: Bearer <API key>");
  if (request.method !== "GET" && request.method !== "HEAD") refuseForeignOrigin(request);
  return actor;
}

function isOwn(origin: string | null, request: Request): boolean {
  if (origin === null || !URL.canParse(origin) || new URL(origin).origin !== origin) return false;
  return origin === new URL(env.APP_URL).origin || new URL(origin).host === request.headers.get("Host");
}
