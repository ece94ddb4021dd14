/** What is left of a caller's allowance. */
export interface Allowance {
  readonly allowed: boolean;
  readonly limit: number;
  /** Whole tokens left. */
  readonly remaining: number;
  /** Whole seconds until a token is there again when none is left, else until all are. */
  readonly reset: number;
}

interface Bucket {
  tokens: number;
  /** When `tokens` was right, in milliseconds of the monotonic clock. */
  at: number;
}

export interface RateLimitSize {
  readonly tokens: number;
  readonly seconds: number;
}

/** Buckets of `tokens`, one a name, each refilled evenly over `seconds`. */
export function createRateLimit({ tokens, seconds }: RateLimitSize) {
  const perMillisecond = tokens / (seconds * 1000);
  const buckets = new Map<string, Bucket>();
  return { take };

  /** Takes one token, if there is one. */
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

  /** A full bucket says the same as none. */
  function forgetFull(now: number): void {
    for (const [name, { tokens: left, at }] of buckets) {
      if (left + (now - at) * perMillisecond >= tokens) buckets.delete(name);
    }
  }
}
