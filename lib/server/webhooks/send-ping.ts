import { randomUUID } from "node:crypto";
import type { WebhookPlace } from "../../contract/places";
import { ping } from "../../contract/webhook-events";
import type { Attempt } from "../../contract/webhooks";
import { eventIdOf } from "./event-ids";
import { tryDelivery } from "./try-delivery";
import { webhookAt } from "./webhook-rows";

/** Sends a test event now, and returns the answer. It is not kept with the deliveries. */
export async function sendPing(place: WebhookPlace): Promise<Attempt> {
  const webhook = await webhookAt(place);
  const id = eventIdOf(randomUUID());
  const metadata = { webhookId: webhook.id, baseId: webhook.baseId, organizationId: 1, attempt: 1 };
  const body = JSON.stringify({ id, type: ping, timestamp: new Date().toISOString(), data: {}, metadata });
  const { attempt } = await tryDelivery(webhook, { id, body });
  return attempt;
}
