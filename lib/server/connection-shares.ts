import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "../contract/errors";

/** How long somebody waits for a connection of their own share, in milliseconds. */
const patience = 5_000;

/** In milliseconds: a query that takes longer keeps one of the database's cores busy, or waits for a lock. */
const longQuery = 100;

/** A caller whose queries are long has this many at once, so that the database's cores have time for others. */
const leastAtOnce = 2;

/**
 * Gives each caller a share of the connections, so that whatever one of them asks for, there are some left for the
 * others. Who has all of theirs in use waits for one, and after a while gets a 429. The share of a caller halves with
 * each query that takes long, and grows by one with each that does not.
 */
export class ConnectionShares {
  readonly #caller = new AsyncLocalStorage<string>();
  /** By caller; those that use none have no entry. */
  readonly #shares = new Map<string, Share>();

  constructor(readonly size: number) {}

  /** What `work` does in the database counts for this caller. */
  of<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
    return this.#caller.run(caller, work);
  }

  /** Does `work`, which uses one connection, once one of the caller's is free. */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    const caller = this.#caller.getStore();
    if (caller === undefined) return work();
    const share = this.#shares.get(caller) ?? new Share(this.size);
    this.#shares.set(caller, share);
    try {
      await share.enter();
      const begun = performance.now();
      return await work().finally(() => share.leave(performance.now() - begun));
    } finally {
      if (share.isIdle) this.#shares.delete(caller);
    }
  }
}

class Share {
  /** How many this caller may have at once now. */
  #allowed: number;
  #used = 0;
  /** Who waits, the first first: each is told that it has a place. */
  readonly #waiting = new Set<() => void>();

  constructor(readonly most: number) {
    this.#allowed = most;
  }

  /** Whether nothing is to be remembered of this caller. */
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

  /** Gives the place, used for so many milliseconds, to who has waited longest. */
  leave(milliseconds: number): void {
    this.#used--;
    const { most } = this;
    this.#allowed =
      milliseconds > longQuery
        ? Math.max(Math.min(leastAtOnce, most), Math.floor(this.#allowed / 2))
        : Math.min(most, this.#allowed + 1);
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
    `This key has ${queries} running and others waiting; try again when some are done`,
    undefined,
    { "Retry-After": "1" },
  );
}
