/**
 * Signing in by OpenID Connect. These two addresses are opened by browsers, not called by programs: they redirect, and the
 * sign-in page explains errors. So they are beside the operations.
 */
import { ApiError } from "../contract/errors";
import type { OpenIdProblem } from "../contract/openid";
import { recordRefusal } from "../server/access/audit";
import { finishOpenId, openIdMinutes, startOpenId } from "../server/access/openid";
import { callbackPath, isOpenIdOn, OpenIdError, startPath } from "../server/access/openid-provider";
import { findSession } from "../server/access/sessions";
import type { Answer } from "./respond";
import { cookieName, cookieOf, sessionCookies, sessionToken, tokensIn } from "./session-cookie";

type Redirect = (request: Request, address: string) => Promise<Answer>;

const redirects: { readonly [pathname: string]: Redirect } = {
  [startPath]: start,
  [callbackPath]: finish,
};

/** Answers a path of this module; undefined for any other, and if signing in by OpenID Connect is not set up. */
export function redirectFor(pathname: string): Redirect | undefined {
  if (!Object.hasOwn(redirects, pathname) || !isOpenIdOn()) return undefined;
  return redirects[pathname];
}

/** Sends the browser to the provider, with a cookie by which it is recognised when it returns. */
async function start(request: Request, address: string): Promise<Answer> {
  requireGet(request);
  const next = new URL(request.url).searchParams.get("next") ?? undefined;
  try {
    const { url, token } = await startOpenId(next, address);
    return redirect(url, [cookieOf(requestCookie(), token, openIdMinutes * 60)]);
  } catch (error) {
    return redirectToSignIn(error, next);
  }
}

/** Signs in the browser that returns from the provider. */
async function finish(request: Request): Promise<Answer> {
  requireGet(request);
  const { search } = new URL(request.url);
  const cookies = request.headers.get("Cookie");
  // Refuses two, because another server set one of them.
  const [token, ...others] = tokensIn(cookies, requestCookie());
  try {
    const { session, next } = await finishOpenId({
      search,
      token: others.length === 0 ? token : undefined,
      signedInAs: await signedInAs(cookies),
    });
    return redirect(next, sessionCookies(session));
  } catch (error) {
    recordRefusal("sign-in-failed", { personId: null, details: { by: "openid" } });
    return redirectToSignIn(error);
  }
}

function requestCookie(): string {
  return cookieName("openid");
}

/** The person whom a browser is signed in as; null also by a key, which may have fewer rights than the person. */
async function signedInAs(cookies: string | null): Promise<string | null> {
  const token = sessionToken(cookies);
  const actor = token === undefined ? null : await findSession(token);
  return actor?.keyId === null ? actor.person.id : null;
}

/** A `HEAD`, such as of a preview, must not use up a response. */
function requireGet({ method }: Request): void {
  if (method === "GET") return;
  throw new ApiError("METHOD_NOT_ALLOWED", `${method} is not allowed here. Allowed: GET.`, undefined, {
    Allow: "GET",
  });
}

function redirect(url: string, cookies: readonly string[] = []): Answer {
  return { status: 302, headers: { Location: url }, cookies, body: null };
}

/** Sends the browser to the sign-in page, which explains the problem. */
function redirectToSignIn(error: unknown, next?: string): Answer {
  const query = new URLSearchParams({ problem: problemOf(error), ...(next !== undefined && { next }) });
  return redirect(`/login?${query}`);
}

/** The problem that the sign-in page shows for an error. Rethrows other errors. */
function problemOf(error: unknown): OpenIdProblem {
  if (error instanceof OpenIdError) return error.problem;
  throw error;
}
