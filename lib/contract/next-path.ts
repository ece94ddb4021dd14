const origin = "http://rowhouse.invalid";

/**
 * The path to open after signing in: `given` if it is a path on our own origin, else the home page. Rejects whatever
 * a browser would resolve to another origin: `//evil`, `/\evil`, `https:…`, also after removing dots and tabs.
 */
export function nextPath(given: string | readonly string[] | undefined): string {
  if (typeof given !== "string" || !given.startsWith("/") || !URL.canParse(given, origin)) return "/";
  const url = new URL(given, origin);
  const path = url.pathname + url.search + url.hash;
  const isOwn = url.origin === origin && !path.startsWith("//") && url.pathname !== "/login";
  return isOwn ? path : "/";
}

/** The URL of the sign-in page, which returns to `path`. */
export function loginPath(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
