/** The last part of the path of the operation that answers a calendar feed. */
export const feedFile = "calendar.ics";

/** The URL of the operation for a short address of a calendar feed, `/shared/{token}.ics`; undefined for any other. */
export function feedPathOf(url: string): string | undefined {
  const [, token, query = ""] = /^\/shared\/([\w-]+)\.ics(\?.*)?$/.exec(url) ?? [];
  return token && `/api/v1/shared/${token}/${feedFile}${query}`;
}
