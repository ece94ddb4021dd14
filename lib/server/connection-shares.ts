import { AsyncLocalStorage } from "node:async_hooks";
import { ApiError } from "../contract/errors";

/** How long somebody waits for a connection of their own share, in milliseconds. */
const patience = 5_000;

/**
 * Gives each caller a share of the connections, so that whatever one of them asks for, there are some left for the
 * others. Who has all of theirs in use waits for one, and after a while gets a 429.
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
      return await work().finally(() => share.leave());
    } finally {
      if (share.isIdle) this.#shares.delete(caller);
    }
  }
}

class Share {
  #free: number;
  /** Who waits, the first first: each is told that it has a place. */
  readonly #waiting = new Set<() => void>();

  constructor(readonly size: number) {
    this.#free = size;
  }

  get isIdle(): boolean {
    return this.#free === this.size && this.#waiting.size === 0;
  }

  async enter(): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((enter, giveUp) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(next);
        giveUp(tooMany(this.size));
      }, patience);
      const next = () => {
        clearTimeout(timer);
        enter();
      };
      this.#waiting.add(next);
    });
  }

  /** The place goes to who has waited longest. */
  leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free++;
      return;
    }
    this.#waiting.delete(next);
    next();
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
