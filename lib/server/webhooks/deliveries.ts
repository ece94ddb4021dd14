import { badRequest, conflict, notFound } from "../../contract/errors";
import { defaultPage } from "../../contract/pages";
import type { DeliveryPlace, WebhookPlace } from "../../contract/places";
import type {
  DeliveriesQuery,
  Delivery,
  DeliveryPage,
  DeliveryWithBody,
  Replay,
  Webhook,
} from "../../contract/webhooks";
import type { Actor } from "../access/author";
import { Prisma, prisma, query, type Sql } from "../db";
import { change } from "../log/changes";
import { idOfLog, isBefore, type Place, readPlace } from "../log/log-place";
import { eventIdOf } from "./event-ids";
import { seesEvents } from "./sees-events";
import { wakeWebhooks } from "./wake";
import { changeWebhook, presentWebhook, restarted, type WebhookRow, webhookAt } from "./webhook-rows";
import type { Pending } from "./webhook-state";

type DeliveryRow = Prisma.WebhookDeliveryGetPayload<object>;

/** Lists the deliveries of a webhook, newest first. */
export async function listDeliveries(
  actor: Actor,
  place: WebhookPlace,
  { limit = defaultPage, cursor, status }: DeliveriesQuery,
): Promise<DeliveryPage> {
  const webhook = await webhookAt(place);
  const conditions = [
    Prisma.sql`"webhookId" = ${webhook.id}`,
    ...(status === undefined ? [] : [Prisma.sql`"status" = ${status}`]),
    ...(cursor === undefined ? [] : [isBeforeCursor(cursor)]),
  ];
  const rows = await query<DeliveryRow & { place: string }>(Prisma.sql`
    SELECT "id", "type", "changedAt", "status", "attempts", "createdAt" FROM "WebhookDelivery"
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY "createdAt" DESC, "id" DESC LIMIT ${limit + 1}`);
  const shown = rows.slice(0, limit);
  const isSeen = await seesEvents(actor, webhook);
  const last = shown.at(-1);
  return {
    deliveries: shown.map((row) => presentDelivery(webhook, row, isSeen)),
    nextCursor: rows.length > limit && last ? `${last.createdAt.toISOString()}.${last.id}` : null,
  };
}

/** The cursor holds time and id of the last delivery, which may have expired meanwhile. */
function isBeforeCursor(cursor: string): Sql {
  const [, at = "", id = ""] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\.([0-9a-f-]{36})$/.exec(cursor) ?? [];
  if (Number.isNaN(Date.parse(at)) || !isUuid(id)) {
    throw badRequest([{ path: "cursor", message: "takes the `nextCursor` of the previous page" }]);
  }
  return Prisma.sql`("createdAt", "id") < (${at}::timestamptz, ${id}::uuid)`;
}

/** Reads a delivery with its body, which is null for those who may not see it. */
export async function getDelivery(actor: Actor, place: DeliveryPlace): Promise<DeliveryWithBody> {
  const webhook = await webhookAt(place);
  const row = await deliveryOf(webhook, place);
  const isSeen = await seesEvents(actor, webhook);
  const body = row.body !== null && isSeen ? JSON.parse(row.body) : null;
  return { ...presentDelivery(webhook, row, isSeen), body };
}

/** Sends an event again, beside those in order; one that is being tried again is tried now. */
export function replayDelivery(actor: Actor, place: DeliveryPlace): Promise<Delivery> {
  return change(async () => {
    const webhook = await heldWebhook(place);
    const row = await deliveryOf(webhook, place);
    const isSeen = await seesEvents(actor, webhook);
    wakeWebhooks();
    if (row.status === "retrying") {
      const hurried = await changeWebhook(webhook, { nextAttemptAt: null });
      return presentDelivery(hurried, row, isSeen);
    }
    return presentDelivery(webhook, await setStatus(row, "resending"), isSeen);
  });
}

/** Moves the webhook past the event that keeps failing. Throws a 409 for any other. */
export function skipDelivery(actor: Actor, place: DeliveryPlace): Promise<Delivery> {
  return change(async () => {
    const webhook = await heldWebhook(place);
    const row = await deliveryOf(webhook, place);
    const pending = pendingOf(webhook);
    if (pending?.id !== row.id) {
      throw conflict("deliveryId", "is not the event that is being tried again, so it cannot be skipped");
    }
    const { xid, number, sent } = pending;
    const { failingSince, attempts, nextAttemptAt } = restarted;
    const moved = { xid: BigInt(xid), number: BigInt(number), sent, pending: Prisma.DbNull };
    const changed = await changeWebhook(webhook, { ...moved, failingSince, attempts, nextAttemptAt });
    wakeWebhooks();
    return presentDelivery(changed, await setStatus(row, "skipped"), await seesEvents(actor, webhook));
  });
}

/** Moves the webhook back to a position in the log or a time. Never moves it forward. */
export function replaySince(place: WebhookPlace, { since }: Replay): Promise<Webhook> {
  return change(async () => {
    const webhook = await heldWebhook(place);
    const wanted = await placeAt(webhook.baseId, since);
    const current = { xid: String(webhook.xid), number: String(webhook.number) };
    if (!wanted || !isBefore(wanted, current)) return presentWebhook(webhook);
    const pending = pendingOf(webhook);
    if (pending) {
      // It will come again in its turn.
      await prisma().webhookDelivery.updateMany({
        where: { webhookId: webhook.id, id: pending.id, status: "retrying" },
        data: { status: "failed" },
      });
    }
    const { attempts, nextAttemptAt } = restarted;
    const position = { xid: BigInt(wanted.xid), number: BigInt(wanted.number), sent: 0 };
    const moved = await changeWebhook(webhook, {
      ...position,
      ...{ pending: Prisma.DbNull, attempts, nextAttemptAt },
    });
    wakeWebhooks();
    return presentWebhook(moved);
  });
}

/** The position in the log of a database from which to go on; undefined if nothing has changed since. */
async function placeAt(databaseId: string, since: string): Promise<Place | undefined> {
  const time = isTime(since) ? Date.parse(since) : Number.NaN;
  if (Number.isNaN(time)) return readPlace(since, await idOfLog());
  // The sum keeps PostgreSQL from going through the whole log by its order.
  const [first] = await query<{ xid: string | null }>(Prisma.sql`
    SELECT min("xid" + 0)::text AS "xid" FROM "Change" WHERE "baseId" = ${databaseId} AND "at" >= ${new Date(time)}`);
  return first?.xid ? { xid: first.xid, number: "0" } : undefined;
}

function isTime(since: string): boolean {
  return /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(since);
}

/** The webhook, which nobody else can move until the end of the transaction. */
async function heldWebhook(place: WebhookPlace): Promise<WebhookRow> {
  const { id } = await webhookAt(place);
  await query(Prisma.sql`SELECT FROM "Webhook" WHERE "id" = ${id} FOR UPDATE`);
  return webhookAt(place);
}

async function deliveryOf(
  { id: webhookId }: WebhookRow,
  { deliveryId }: DeliveryPlace,
): Promise<DeliveryRow> {
  const id = deliveryId.replace(/^evt_/, "");
  const row = isUuid(id)
    ? await prisma().webhookDelivery.findUnique({ where: { webhookId_id: { webhookId, id } } })
    : null;
  if (!row) throw notFound("delivery", deliveryId);
  return row;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text);
}

function setStatus({ webhookId, id }: DeliveryRow, status: Delivery["status"]): Promise<DeliveryRow> {
  return prisma().webhookDelivery.update({ where: { webhookId_id: { webhookId, id } }, data: { status } });
}

function pendingOf({ pending }: WebhookRow): Pending | null {
  return pending as unknown as Pending | null;
}

/** A delivery for somebody who sees what the webhook sends, or else without the receiver's answers, which may repeat it. */
function presentDelivery(webhook: WebhookRow, row: Omit<DeliveryRow, "body">, isSeen: boolean): Delivery {
  const { id, type, changedAt, status } = row;
  const attempts = row.attempts as Delivery["attempts"];
  const isNext = webhook.active && pendingOf(webhook)?.id === id;
  return {
    id: eventIdOf(id),
    type: type as Delivery["type"],
    timestamp: changedAt.toISOString(),
    status: status as Delivery["status"],
    nextAttemptAt: isNext ? (webhook.nextAttemptAt?.toISOString() ?? null) : null,
    attempts: isSeen ? attempts : attempts.map((attempt) => ({ ...attempt, answer: null })),
  };
}
