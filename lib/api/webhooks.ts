import * as z from "zod";
import { basePlace, deliveryPlace, webhookPlace } from "../contract/places";
import {
  attempt,
  deliveriesQuery,
  delivery,
  deliveryPage,
  deliveryWithBody,
  replay,
  shownWebhook,
  webhook,
  webhookCreate,
  webhookDeletion,
  webhookUpdate,
} from "../contract/webhooks";
import {
  getDelivery,
  listDeliveries,
  replayDelivery,
  replaySince,
  skipDelivery,
} from "../server/webhooks/deliveries";
import { sendPing } from "../server/webhooks/send-ping";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateWebhook,
  updateWebhook,
} from "../server/webhooks/webhooks";
import { operation } from "./operation";

const all = "/bases/{databaseId}/webhooks";
const one = `${all}/{webhookId}` as const;
const everyDelivery = `${one}/deliveries` as const;
const oneDelivery = `${everyDelivery}/{deliveryId}` as const;

/** The secret is not a stored value but new, and shown once. */
const newSecret = shownWebhook.pick({ id: true, secret: true });

export const webhookOperations = [
  operation({
    id: "listWebhooks",
    method: "GET",
    path: all,
    summary: "List webhooks",
    description: "Lists the webhooks of a database, oldest first.",
    action: "manage-webhooks",
    params: basePlace,
    answer: z.object({ webhooks: z.array(webhook) }),
    run: async ({ params }) => ({ webhooks: await listWebhooks(params) }),
  }),
  operation({
    id: "createWebhook",
    showsSecret: true,
    method: "POST",
    path: all,
    summary: "Create a webhook",
    description: `Rowhouse calls \`url\` with a POST for each change of the kinds in \`events\`, in the order of the change
log, at least once, and signs it as [Standard Webhooks](https://www.standardwebhooks.com) specifies. The response shows the
secret, which cannot be shown again. Deliveries show no more than whoever created the webhook may read: those of a webhook
that a key without \`read\` created have ids alone, and such keys can set no \`filter\`.

An answer with a 2xx within 15 seconds takes the event. Otherwise it is tried again, for up to three days, and later
events wait. Addresses of private networks are refused.`,
    action: "manage-webhooks",
    params: basePlace,
    body: webhookCreate,
    answer: shownWebhook,
    withoutRead: newSecret,
    status: 201,
    errors: ["CONFLICT"],
    example: ({ table }) => ({
      body: { url: "https://hooks.example/rowhouse", events: ["record.created"], tableIds: [table.id] },
    }),
    run: ({ actor, params, body }) => createWebhook(actor, params, body),
    headers: ({ id }, { params }) => ({ Location: `/api/v1/bases/${params.databaseId}/webhooks/${id}` }),
  }),
  operation({
    id: "getWebhook",
    method: "GET",
    path: one,
    summary: "Get a webhook",
    action: "manage-webhooks",
    params: webhookPlace,
    answer: webhook,
    run: ({ params }) => getWebhook(params),
  }),
  operation({
    id: "updateWebhook",
    method: "PATCH",
    path: one,
    summary: "Update a webhook",
    description:
      "Omitted keys stay unchanged; `headers` replaces all of them. Switched on again, it continues where it stopped. Only those who may read all that it sends can change its `url`.",
    action: "manage-webhooks",
    params: webhookPlace,
    body: webhookUpdate,
    answer: webhook,
    example: () => ({ body: { active: false } }),
    run: ({ actor, params, body }) => updateWebhook(actor, params, body),
  }),
  operation({
    id: "deleteWebhook",
    method: "DELETE",
    path: one,
    summary: "Delete a webhook",
    description: "Deletes it with its deliveries. This cannot be undone.",
    action: "manage-webhooks",
    params: webhookPlace,
    answer: webhookDeletion,
    run: async ({ params }) => {
      await deleteWebhook(params);
      return { success: true, deleted: true, message: "Webhook deleted successfully" } as const;
    },
  }),
  operation({
    id: "rotateWebhook",
    showsSecret: true,
    method: "POST",
    path: `${one}/rotate`,
    summary: "Replace the secret of a webhook",
    description:
      "The response shows the new secret, which cannot be shown again. For a day, the old one signs, too.",
    action: "manage-webhooks",
    params: webhookPlace,
    answer: shownWebhook,
    withoutRead: newSecret,
    run: ({ actor, params }) => rotateWebhook(actor, params),
  }),
  operation({
    id: "testWebhook",
    method: "POST",
    path: `${one}/test`,
    summary: "Send a test event",
    description:
      "Sends an event of the type `ping` now, also to a webhook that is switched off, and returns the answer. A dry run sends it, too, as nothing is stored anyway.",
    action: "manage-webhooks",
    params: webhookPlace,
    answer: attempt,
    withoutRead: attempt.omit({ answer: true }),
    run: ({ params }) => sendPing(params),
  }),
  operation({
    id: "replayWebhook",
    method: "POST",
    path: `${one}/replay`,
    summary: "Send everything again since a time",
    description: `Moves the webhook back to a position in the change log or a time, once the attempt under way has ended. Events
keep their ids.`,
    action: "manage-webhooks",
    params: webhookPlace,
    body: replay,
    answer: webhook,
    example: () => ({ body: { since: "2026-03-01T09:00:00Z" } }),
    run: ({ params, body }) => replaySince(params, body),
  }),
  operation({
    id: "listDeliveries",
    method: "GET",
    path: everyDelivery,
    summary: "List deliveries",
    description: "Lists the deliveries of the last 30 days, newest first, without bodies.",
    action: "manage-webhooks",
    params: webhookPlace,
    query: deliveriesQuery,
    answer: deliveryPage,
    run: ({ actor, params, query }) => listDeliveries(actor, params, query),
  }),
  operation({
    id: "getDelivery",
    method: "GET",
    path: oneDelivery,
    summary: "Get a delivery with its body",
    action: "manage-webhooks",
    params: deliveryPlace,
    answer: deliveryWithBody,
    run: ({ actor, params }) => getDelivery(actor, params),
  }),
  operation({
    id: "replayDelivery",
    method: "POST",
    path: `${oneDelivery}/replay`,
    summary: "Send one event again",
    description: "Sends it again soon, with the same id and body, beside the events in order.",
    action: "manage-webhooks",
    params: deliveryPlace,
    answer: delivery,
    status: 202,
    run: ({ actor, params }) => replayDelivery(actor, params),
  }),
  operation({
    id: "skipDelivery",
    method: "POST",
    path: `${oneDelivery}/skip`,
    summary: "Skip an event that keeps failing",
    description:
      "The webhook continues with the next event. Only the event that is being tried again can be skipped.",
    action: "manage-webhooks",
    params: deliveryPlace,
    answer: delivery,
    errors: ["CONFLICT"],
    run: ({ actor, params }) => skipDelivery(actor, params),
  }),
] as const;
