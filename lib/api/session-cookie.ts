import { sessionDays } from "../server/access/sessions";
import { env } from "../server/env";

export const sessionCookieName = "rowhouse_session";

/** The `Set-Cookie` that signs a browser in, or out with null. */
export function sessionCookie(token: string | null): string {
  const parts = [
    `${sessionCookieName}=${token ?? ""}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${token === null ? 0 : sessionDays * 86_400}`,
  ];
  if (env.APP_URL.startsWith("https:")) parts.push("Secure");
  return parts.join("; ");
}

/** The session's token from a `Cookie` header. */
export function sessionToken(cookies: string | null): string | undefined {
  return new RegExp(`(?:^|;\\s*)${sessionCookieName}=([\\w-]+)`).exec(cookies ?? "")?.[1];
}
