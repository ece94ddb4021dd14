import { ApiError } from "../contract/errors";
import { context } from "./context";

/** Maximum time in ms to wait for a connection of one's own share. */
const patience = 5_000;

/** Queries longer than this, in ms, occupy a core of the database or wait for a lock. */
const longQuery = 100;

/** Minimum share of a caller with long queries, so that the database's cores have time for others. */
const minConnections = 2;

/**
 * Limits each caller to a share of the connections, so that some are always left for others. A caller whose share
 * is in use waits, and eventually gets a 429. Shares adapt: a long query halves the share, a short one increases it
 * by one.
 */
export class ConnectionShares {
  /** Shares by caller; idle callers have no entry. */
  readonly #shares = new Map<string, Share>();

  constructor(readonly size: number) {}

  /** Runs `work`, which uses one connection, as soon as the caller's share allows it. */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    const { holder } = context();
    if (holder === undefined) return work();
    const share = this.#shares.get(holder) ?? new Share(this.size);
    this.#shares.set(holder, share);
    try {
      await share.enter();
      const start = performance.now();
      return await work().finally(() => share.leave(performance.now() - start));
    } finally {
      if (share.isIdle) this.#shares.delete(holder);
    }
  }
}

class Share {
  /** Current number of connections allowed. */
  #allowed: number;
  #used = 0;
  /** Waiting calls in order, each notified when it may proceed. */
  readonly #waiting = new Set<() => void>();

  constructor(readonly max: number) {
    this.#allowed = max;
  }

  /** True if the entry can be deleted. */
  get isIdle(): boolean {
    return this.#used === 0 && this.#waiting.size === 0;
  }

  async enter(): Promise<void> {
    if (this.#used < this.#allowed) {
      this.#used++;
      return;
    }
    await new Promise<void>((enter, giveUp) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(next);
        giveUp(tooMany(this.#allowed));
      }, patience);
      const next = () => {
        clearTimeout(timer);
        this.#used++;
        enter();
      };
      this.#waiting.add(next);
    });
  }

  /** Passes the connection, used for so many milliseconds, to the longest waiting call. */
  leave(milliseconds: number): void {
    this.#used--;
    const { max } = this;
    this.#allowed =
      milliseconds > longQuery
        ? Math.max(Math.min(minConnections, max), Math.floor(this.#allowed / 2))
        : Math.min(max, this.#allowed + 1);
    for (const next of this.#waiting) {
      if (this.#used >= this.#allowed) return;
      this.#waiting.delete(next);
      next();
    }
  }
}

function tooMany(size: number): ApiError {
  const queries = size === 1 ? "a query" : `${size} queries`;
  return new ApiError(
    "RATE_LIMITED",
    `This key has ${queries} running and others waiting. Try again when some are done.`,
    undefined,
    { "Retry-After": "1" },
  );
}
