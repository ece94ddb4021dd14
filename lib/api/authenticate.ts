import { ApiError, unauthorized } from "../contract/errors";
import type { Actor } from "../server/author";
import { env } from "../server/env";
import { findKey } from "../server/keys";
import { findSession } from "../server/sessions";
import { sessionToken } from "./session-cookie";

/** Who calls, by bearer key or by session cookie; else 401, or 403 for a page elsewhere. */
export function authenticate(request: Request): Promise<Actor> {
  const header = request.headers.get("Authorization");
  return header === null ? bySession(request) : byKey(header);
}

/** What a caller proves with who they are. */
export function credentialOf({ headers }: Request): string {
  return headers.get("Authorization") ?? sessionToken(headers.get("Cookie")) ?? "";
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

async function byKey(header: string): Promise<Actor> {
  const key = /^Bearer +(\S+) *$/i.exec(header)?.[1];
  const actor = key === undefined ? null : await findKey(key);
  if (!actor) throw unauthorized("The API key is not valid: send Authorization: Bearer <API key>");
  return actor;
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
