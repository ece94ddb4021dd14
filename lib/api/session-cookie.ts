import { sessionDays } from "../server/access/sessions";
import { env } from "../server/env";

/**
 * The name of the session's cookie. By `__Host-` a browser takes it from this very host alone, over https; no other
 * site can set one of this name. Over http, where there is no such thing, servers on other ports share a host's
 * cookies: so each has a name of its own.
 */
export function sessionCookieName(): string {
  const { protocol, port } = new URL(env.APP_URL);
  return protocol === "https:" ? "__Host-rowhouse_session" : `rowhouse_session_${port || 80}`;
}

/** The name that earlier versions gave it. */
const earlierName = "rowhouse_session";

/** The `Set-Cookie` that signs a browser in, or out with null. */
export function sessionCookie(token: string | null): string {
  const parts = [
    `${sessionCookieName()}=${token ?? ""}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${token === null ? 0 : sessionDays * 86_400}`,
  ];
  if (env.APP_URL.startsWith("https:")) parts.push("Secure");
  return parts.join("; ");
}

/** What a browser sends of a session. */
export interface SessionToken {
  readonly token: string;
  /** It came by the earlier name, which others can set too: only a session of that time may be meant. */
  readonly isEarlier: boolean;
}

/** The session's token from a `Cookie` header. Two of one name are none: one of them is somebody else's. */
export function sessionToken(cookies: string | null): SessionToken | undefined {
  const [token, ...others] = tokensIn(cookies, sessionCookieName());
  if (token !== undefined) return others.length === 0 ? { token, isEarlier: false } : undefined;
  const [earlier, ...more] = tokensIn(cookies, earlierName);
  return earlier === undefined || more.length > 0 ? undefined : { token: earlier, isEarlier: true };
}

function tokensIn(cookies: string | null, name: string): string[] {
  const own = (cookies ?? "").split(";").map((cookie) => cookie.trim());
  const values = own
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));
  return [...new Set(values.filter((value) => /^[\w-]+$/.test(value)))];
}
