import type { Attempt } from "../../contract/webhooks";
import { Prisma, query } from "../db";
import { hasUnsettledAfter } from "../log/history";
import { eventIdOf } from "./event-ids";
import type { Gate } from "./gate";
import { endOf, readWindows } from "./log-windows";
import { makeEvents } from "./make-events";
import { obstacleTo, staleCondition } from "./obstacles";
import { Outbox, storeEvery, succeeded } from "./outbox";
import { maxAttempts, nextAttempt } from "./retry-times";
import { stepsAfter, stepsOf, type Window } from "./steps";
import { type Attempted, pauseWebhook, storeAttempts, storeResent } from "./store-attempts";
import { isTaken, type Tried, tryDelivery } from "./try-delivery";
import { findState, type Position, type WebhookState } from "./webhook-state";

/** The parts that a run shares. */
export interface RunTools {
  /** Aborted when the process stops or has lost its lock on the webhook. */
  readonly signal: AbortSignal;
  /** Limits how many webhooks read and store at a time. Those that wait for their receivers do not count. */
  readonly gate: Gate;
}

/** The way in which a run ended: everything is sent, an attempt failed, or a write is not settled yet. */
export type Outcome = "done" | "failed" | "unsettled";

/** Sends everything that a webhook has to send now, one event after the other. The caller has its lock. */
export async function runWebhook(id: number, tools: RunTools): Promise<Outcome> {
  for (;;) {
    const state = await tools.gate.run(() => findState(id));
    if (!state || tools.signal.aborted) return "done";
    const obstacle = obstacleTo(state);
    if (obstacle !== undefined) {
      await pauseWebhook(state, obstacle);
      return "done";
    }
    await resend(state, tools);
    const isTooEarly = state.nextAttemptAt !== null && state.nextAttemptAt > new Date();
    if (!state.active || isTooEarly || tools.signal.aborted) return "done";
    const outcome = await (state.pending ? retry(state, tools) : sendNext(state, tools));
    if (outcome !== "again") return outcome;
  }
}

/** Sends the next events of the log. */
async function sendNext(state: WebhookState, { gate, signal }: RunTools): Promise<Outcome | "again"> {
  const place = { databaseId: state.baseId };
  const { windows, after } = await gate.run(() => readWindows(place, state));
  const isExpired = after.number !== state.number || after.xid !== state.xid;
  if (isExpired) {
    const next = { ...succeeded({ ...after, sent: 0 }), skipped: true };
    await storeAttempts(state, [], next);
    return "again";
  }
  if (windows.length === 0) return (await hasUnsettledAfter(place, state)) ? "unsettled" : "done";
  const stale = await staleCondition(state);
  if (stale !== undefined) {
    await pauseWebhook(state, stale);
    return "done";
  }
  const steps = windows.flatMap((window, index) => stepsAfter(stepsOf(window), index === 0 ? state.sent : 0));
  const outbox = new Outbox(state);
  const events = makeEvents(state, steps);
  let { skipped } = state;
  for (;;) {
    const { done, value } = await gate.run(() => events.next());
    if (done) {
      const { rows } = windows.at(-1) as Window;
      outbox.pass({ ...endOf(rows), sent: 0 });
    }
    if (done || !outbox.state) break;
    const { event, position } = value;
    if (!event) {
      outbox.pass(position);
      continue;
    }
    const { uuid: id, type, changedAt } = event;
    const body = skipped ? withMetadata(event.body, { skipped }) : event.body;
    const timer = setTimeout(() => void outbox.store().catch(() => {}), storeEvery);
    const tried = await tryDelivery(outbox.state, { id: eventIdOf(id), body }, signal);
    clearTimeout(timer);
    if (!isTaken(tried.attempt)) {
      await outbox.store();
      if (signal.aborted || !outbox.state) break;
      const attempted = { id, type, changedAt, body };
      await storeFailure(outbox.state, { attempted, tried, position });
      return "failed";
    }
    skipped = false;
    outbox.deliver({ id, type, changedAt, body, status: "delivered", attempt: tried.attempt }, position);
    if (outbox.isDue) await gate.run(() => outbox.store());
    if (signal.aborted || !outbox.state?.active) break;
  }
  await gate.run(() => outbox.store());
  return "again";
}

/** Retries a failed event. */
async function retry(state: WebhookState, { signal }: RunTools): Promise<Outcome | "again"> {
  const { id, ...position } = state.pending as NonNullable<WebhookState["pending"]>;
  const delivery = await findDelivery(state, id);
  if (!delivery) {
    // It has expired while the webhook was paused; the log may still have it.
    await storeAttempts(state, [], succeeded(state));
    return "again";
  }
  const body = againOf(delivery.body);
  const tried = await tryDelivery(state, { id: eventIdOf(id), body }, signal);
  const attempted = { id, type: delivery.type, changedAt: delivery.changedAt, body };
  if (isTaken(tried.attempt)) {
    const taken: Attempted = { ...attempted, status: "delivered", attempt: tried.attempt };
    await storeAttempts(state, [taken], succeeded(position));
    return "again";
  }
  if (signal.aborted) return "done";
  await storeFailure(state, { attempted, tried, position });
  return "failed";
}

interface Failure {
  readonly attempted: Omit<Attempted, "status" | "attempt">;
  readonly tried: Tried;
  /** The position after the event. */
  readonly position: Position;
}

async function storeFailure(state: WebhookState, { attempted, tried, position }: Failure): Promise<void> {
  const { attempt, retryAt } = tried;
  const attempts = state.attempts + 1;
  const now = new Date();
  const isGone = attempt.status === gone;
  const nextAttemptAt = isGone ? undefined : nextAttempt({ attempts, now, retryAt, random: Math.random() });
  const { xid, number, sent } = state;
  await storeAttempts(state, [{ ...attempted, status: nextAttemptAt ? "retrying" : "failed", attempt }], {
    position: { xid, number, sent },
    pending: { id: attempted.id, xid: position.xid, number: position.number, sent: position.sent },
    attempts,
    nextAttemptAt: nextAttemptAt ?? null,
    failedAt: new Date(attempt.at),
    pausedReason: nextAttemptAt ? null : reasonToPause(attempt),
    skipped: state.skipped,
  });
}

const gone = 410;

function reasonToPause({ status, error }: Attempt): string {
  if (status === gone) return "The receiver answered 410 Gone: it wants no more events.";
  const last = error ?? `The last answer had the status ${status}.`;
  return `An event could not be delivered in ${maxAttempts} attempts. ${last}`;
}

/** Sends events again that somebody has asked for, one after the other. */
async function resend(state: WebhookState, { signal }: RunTools): Promise<void> {
  for (;;) {
    const [delivery] = await query<StoredDelivery>(Prisma.sql`
      SELECT ${deliveryColumns} FROM "WebhookDelivery"
      WHERE "webhookId" = ${state.id} AND "status" = 'resending' ORDER BY "createdAt", "id" LIMIT 1`);
    if (!delivery || signal.aborted) return;
    const body = againOf(delivery.body);
    const { attempt } = await tryDelivery(state, { id: eventIdOf(delivery.id), body }, signal);
    if (signal.aborted && !isTaken(attempt)) return;
    const status = isTaken(attempt) ? "delivered" : "failed";
    await storeResent(state, { id: delivery.id, status, attempt, body });
  }
}

interface StoredDelivery {
  readonly id: string;
  readonly type: string;
  readonly changedAt: Date;
  readonly body: string;
}

const deliveryColumns = Prisma.sql`"id", "type", "changedAt", "body"`;

async function findDelivery(
  { id: webhookId }: WebhookState,
  id: string,
): Promise<StoredDelivery | undefined> {
  const [delivery] = await query<StoredDelivery>(Prisma.sql`
    SELECT ${deliveryColumns} FROM "WebhookDelivery" WHERE "webhookId" = ${webhookId} AND "id" = ${id}::uuid`);
  return delivery;
}

interface Body {
  readonly metadata: { readonly attempt: number; readonly [key: string]: unknown };
}

/** The body of the next attempt. */
function againOf(body: string): string {
  return withMetadata(body, { attempt: (JSON.parse(body) as Body).metadata.attempt + 1 });
}

function withMetadata(body: string, more: Partial<Body["metadata"]>): string {
  const parsed = JSON.parse(body) as Body;
  return JSON.stringify({ ...parsed, metadata: { ...parsed.metadata, ...more } });
}
