import { sharePasswordHeader } from "../contract/shares";
import type { Visit } from "../server/shares/open-share";

/** Properties of every operation of visitors. */
export const forVisitors = {
  action: null,
  isForVisitors: true,
  requestHeaders: ["X-Share-Password"],
  errors: ["UNAUTHORIZED", "RATE_LIMITED"],
} as const;

/** The visit of a call to a link. */
export function visitOf({
  params: { token },
  request,
  address,
}: {
  readonly params: { readonly token: string };
  readonly request: Request;
  readonly address: string;
}): Visit {
  return { token, address, password: request.headers.get(sharePasswordHeader) };
}
