import { ApiError } from "../../contract/errors";

/** The remaining allowance of a caller. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Whole seconds until one token is available again if none is left, else until all are. */
  readonly reset: number;
}

/** Throws a 429 with the message unless the caller is allowed. */
export function requireAllowed({ allowed, reset }: Allowance, message: string): void {
  if (allowed) return;
  throw new ApiError("RATE_LIMITED", message, undefined, { "Retry-After": String(reset) });
}

interface Bucket {
  tokens: number;
  /** Time of the last refill, in ms of the monotonic clock. */
  at: number;
}

export interface RateLimitSize {
  readonly tokens: number;
  readonly seconds: number;
}

/** Creates a token bucket per name, each refilled evenly over `seconds`. */
export function createRateLimit({ tokens, seconds }: RateLimitSize) {
  const perMillisecond = tokens / (seconds * 1000);
  const buckets = new Map<string, Bucket>();
  return { take };

  /** Takes one token if one is left. */
  function take(name: string): Allowance {
    const bucket = refilled(name);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const missing = bucket.tokens >= 1 ? tokens - bucket.tokens : 1 - bucket.tokens;
    return {
      allowed,
      limit: tokens,
      remaining: Math.floor(bucket.tokens),
      reset: Math.ceil(missing / perMillisecond / 1000),
    };
  }

  function refilled(name: string): Bucket {
    const now = performance.now();
    const bucket = buckets.get(name) ?? { tokens, at: now };
    bucket.tokens = Math.min(tokens, bucket.tokens + (now - bucket.at) * perMillisecond);
    bucket.at = now;
    if (buckets.size > 10_000) forgetFull(now);
    buckets.set(name, bucket);
    return bucket;
  }

  /** Deletes full buckets, which equal missing ones. */
  function forgetFull(now: number): void {
    for (const [name, { tokens: left, at }] of buckets) {
      if (left + (now - at) * perMillisecond >= tokens) buckets.delete(name);
    }
  }
}
