const origin = "http://rowhouse.invalid";

/**
 * Where to go after signing in: `given` where it is a path on our own origin, else the start page. Whatever a
 * browser would read as another origin (`//evil`, `/\evil`, `https:…`, also once dots and tabs are gone) is not.
 */
export function nextPath(given: string | readonly string[] | undefined): string {
  if (typeof given !== "string" || !given.startsWith("/") || !URL.canParse(given, origin)) return "/";
  const url = new URL(given, origin);
  const path = url.pathname + url.search + url.hash;
  const isOwn = url.origin === origin && !path.startsWith("//") && url.pathname !== "/login";
  return isOwn ? path : "/";
}

/** The sign-in page that leads back to `path`. */
export function loginPath(path: string): string {
  return `/login?next=${encodeURIComponent(path)}`;
}
