import { type Attempted, type NextState, storeAttempts } from "./store-attempts";
import type { Position, WebhookState } from "./webhook-state";

/** Limits of what is delivered and not stored yet: milliseconds, events and bytes. */
export const storeEvery = 100;
const maxEvents = 100;
const maxBytes = 4_000_000;

/** Collects the deliveries of a webhook to store many at once. A crash sends those again that are not stored. */
export class Outbox {
  /** The state as it is stored; undefined once somebody else has moved or deleted the webhook. */
  state: WebhookState | undefined;
  #position: Position;
  #delivered: Attempted[] = [];
  #bytes = 0;
  #since = performance.now();
  #latest: Promise<void> = Promise.resolve();

  constructor(state: WebhookState) {
    this.state = state;
    this.#position = state;
  }

  /** Moves on without an event. */
  pass(position: Position): void {
    this.#position = position;
  }

  deliver(attempted: Attempted, position: Position): void {
    if (this.#delivered.length === 0) this.#since = performance.now();
    this.#delivered.push(attempted);
    this.#bytes += attempted.body.length;
    this.#position = position;
  }

  get isDue(): boolean {
    const { length } = this.#delivered;
    if (length === 0) return false;
    return length >= maxEvents || this.#bytes > maxBytes || performance.now() - this.#since > storeEvery;
  }

  /** Stores everything so far. */
  store(): Promise<void> {
    const done = this.#latest.catch(() => {}).then(() => this.#store());
    this.#latest = done;
    done.catch(() => {});
    return done;
  }

  async #store(): Promise<void> {
    const { state } = this;
    const position = this.#position;
    const delivered = [...this.#delivered];
    if (!state || (delivered.length === 0 && isSame(position, state))) return;
    const isSkipped = delivered.length === 0 && state.skipped;
    const stored = await storeAttempts(state, delivered, { ...succeeded(position), skipped: isSkipped });
    this.#delivered = this.#delivered.slice(delivered.length);
    this.#bytes = this.#delivered.reduce((sum, { body }) => sum + body.length, 0);
    this.state = stored;
  }
}

/** The state of a webhook at a position where nothing is wrong. */
export function succeeded(position: Position): NextState {
  return {
    position: { xid: position.xid, number: position.number, sent: position.sent },
    ...{
      pending: null,
      attempts: 0,
      nextAttemptAt: null,
      failedAt: null,
      pausedReason: null,
      skipped: false,
    },
  };
}

function isSame(one: Position, other: Position): boolean {
  return one.xid === other.xid && one.number === other.number && one.sent === other.sent;
}
