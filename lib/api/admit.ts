import { ApiError } from "../contract/errors";
import { limits } from "../contract/limits";
import { type Actor, holderOf } from "../server/access/author";
import { requireMay } from "../server/access/may";
import { visitorOf } from "../server/shares/shared-records";
import { shareRateLimit } from "../server/workers/shared-limits";
import { authenticate, type findCaller, refuseForeignOrigin } from "./authenticate";
import type { Operation } from "./operation";
import type { Answer } from "./respond";

const rateLimit = shareRateLimit("requests", { tokens: limits.requestsPerSecond, seconds: 1 });

/** Authenticates and authorises a caller within its rate limit. */
export async function admit(
  { action, isForVisitors }: Operation,
  { request, caller, headers, address }: Admission,
): Promise<Actor> {
  if (isForVisitors) {
    Object.assign(headers, visitorHeaders);
    await count(visitorOf(address), headers);
    return nobody;
  }
  if (action === null) {
    if (request.method === "POST" && request.headers.has("Origin")) refuseForeignOrigin(request);
    return nobody;
  }
  const actor = await authenticate(request, caller);
  if (!caller) await countRequest(actor, headers);
  requireMay(actor, action);
  return actor;
}

/** Headers of what visitors are answered: not for search engines, caches and the logs of other sites. */
const visitorHeaders = { "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer" };

/** A call before authorisation. */
interface Admission {
  readonly request: Request;
  readonly address: string;
  readonly caller: Awaited<ReturnType<typeof findCaller>>;
  /** Headers of the response. */
  readonly headers: Answer["headers"];
}

/** Counts a request against the rate limit and throws a 429 beyond it. Adds the rate-limit headers. */
export function countRequest(actor: Actor, headers: Answer["headers"]): Promise<void> {
  return count(holderOf(actor), headers);
}

async function count(holder: string, headers: Answer["headers"]): Promise<void> {
  if (limits.requestsPerSecond === Number.POSITIVE_INFINITY) return;
  const allowance = await rateLimit.take(holder);
  headers["RateLimit-Limit"] = String(allowance.limit);
  headers["RateLimit-Remaining"] = String(allowance.remaining);
  headers["RateLimit-Reset"] = String(allowance.reset);
  if (allowance.allowed) return;
  throw new ApiError(
    "RATE_LIMITED",
    `Too many requests. At most ${allowance.limit} per second are allowed.`,
    undefined,
    {
      "Retry-After": String(allowance.reset),
    },
  );
}

/** The actor of calls that need no key. */
export const nobody: Actor = {
  kind: "nobody",
  id: "",
  keyId: null,
  person: { id: "", role: "guest", roles: {}, name: null, email: null, isActive: false },
  scopes: [],
  databases: [],
  expiresAt: null,
};
