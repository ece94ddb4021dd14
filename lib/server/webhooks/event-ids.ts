import { v5 } from "uuid";
import type { Step } from "./steps";

const namespace = "a2f9c7d4-5f0e-4c39-9d1b-6e5b0f3c8a71";

/**
 * The UUID of an event, the same at every attempt, also after a crash. It depends on the items that the event has, so that
 * another division of a large step never gives one id to two contents.
 */
export function eventUuid({ window, tableId, from: before }: Step, event: Identity): string {
  const { webhookId, type, from, to } = event;
  const { xid } = window.rows[0] as { xid: string };
  const number = window.after.xid === xid ? window.after.number : "0";
  return v5(JSON.stringify([webhookId, xid, number, type, tableId, before + from, before + to]), namespace);
}

interface Identity {
  readonly webhookId: number;
  readonly type: string;
  /** The items of the step that it has: from this one up to before the other. */
  readonly from: number;
  readonly to: number;
}

/** The id of an event as receivers see it. */
export function eventIdOf(uuid: string): string {
  return `evt_${uuid}`;
}
