import { whenStored } from "../db";

/** Global, because our server and Next's bundle each load this module. */
const shared = globalThis as typeof globalThis & { rowhouseWakeWebhooks?: (() => void) | undefined };

/** Lets the worker of this process look at all webhooks once the current transaction is stored. */
export function wakeWebhooks(): void {
  whenStored(() => shared.rowhouseWakeWebhooks?.());
}

/** Calls the worker from then on, until the returned function is called. */
export function onWake(wake: () => void): () => void {
  shared.rowhouseWakeWebhooks = wake;
  return () => {
    shared.rowhouseWakeWebhooks = undefined;
  };
}
