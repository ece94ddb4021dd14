import type { NewSession } from "../server/access/sessions";
import { env } from "../server/env";

/** The name of the session cookie. */
export function sessionCookieName(): string {
  return cookieName("session");
}

/**
 * The name of one of our cookies. Browsers accept the prefix `__Host-` only from this very host over https, so that
 * no other site can set it. Over http, where the prefix is not available, servers on other ports share the cookies
 * of a host, so the name contains the port.
 */
export function cookieName(what: "session" | "known" | "openid"): string {
  const { protocol, port } = new URL(env.APP_URL);
  return protocol === "https:" ? `__Host-rowhouse_${what}` : `rowhouse_${what}_${port || 80}`;
}

/** The most that browsers keep a cookie. Sessions end by themselves, and are extended by use. */
const cookieDays = 400;

/** The name in earlier versions. */
const earlierName = "rowhouse_session";

/** The cookies that sign a browser in, and by which it is known after it has signed out. */
export function sessionCookies({ token, known }: NewSession): string[] {
  const lasting = cookieDays * 86_400;
  return [
    cookieOf(sessionCookieName(), token, lasting),
    ...(known === null ? [] : [cookieOf(cookieName("known"), known, lasting)]),
  ];
}

/** The cookies that sign a browser out. */
export function endedCookies(): string[] {
  return [cookieOf(sessionCookieName(), "", 0)];
}

/** The tokens by which a browser may be known, from its `Cookie` header. */
export function knownTokens(cookies: string | null): string[] {
  return tokensIn(cookies, cookieName("known"));
}

/** The `Set-Cookie` header of a cookie that scripts cannot read. */
export function cookieOf(name: string, value: string, seconds: number): string {
  const parts = [`${name}=${value}`, "Path=/", "HttpOnly", "SameSite=Lax", `Max-Age=${seconds}`];
  if (env.APP_URL.startsWith("https:")) parts.push("Secure");
  return parts.join("; ");
}

/** A session token from a cookie. */
export interface SessionToken {
  readonly token: string;
  /** True for the earlier name, which other servers can set too: only sessions of earlier versions are accepted. */
  readonly isEarlier: boolean;
}

/**
 * Reads the session token from a `Cookie` header. Refuses two tokens of one name, because another server set one of
 * them.
 */
export function sessionToken(cookies: string | null): SessionToken | undefined {
  const [token, ...others] = tokensIn(cookies, sessionCookieName());
  if (token !== undefined) return others.length === 0 ? { token, isEarlier: false } : undefined;
  const [earlier, ...more] = tokensIn(cookies, earlierName);
  return earlier === undefined || more.length > 0 ? undefined : { token: earlier, isEarlier: true };
}

/** The different values of a cookie in a `Cookie` header, if they look like tokens. */
export function tokensIn(cookies: string | null, name: string): string[] {
  const own = (cookies ?? "").split(";").map((cookie) => cookie.trim());
  const values = own
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
  return [...new Set(values.filter((value) => /^[\w-]+$/.test(value)))];
}
