import type { Metadata } from "next";
import { orNotFound } from "@/app/or-not-found";
import { type Query, requireSession } from "@/app/signed-in";
import { WebhookPage } from "@/components/webhooks/webhook-page";
import { factsOf } from "@/lib/server/access/author";
import { within } from "@/lib/server/context";
import { getWebhook } from "@/lib/server/webhooks/webhooks";
import { requireWebhooks } from "../require-webhooks";
import { WebhooksFrame } from "../webhooks-frame";

export const metadata: Metadata = { title: "Webhook" };

interface OneWebhookPageProps {
  params: Promise<{ databaseId: string; webhookId: string }>;
  searchParams: Promise<Query>;
}

/** A webhook with its deliveries. */
export default async function OneWebhookPage({ params, searchParams }: OneWebhookPageProps) {
  const { databaseId, webhookId } = await params;
  const actor = await requireSession(`/database/${databaseId}/webhooks/${webhookId}`, await searchParams);
  const { base, tables } = await requireWebhooks(actor, databaseId);
  const place = { databaseId: base.id, webhookId };
  await orNotFound(within(factsOf(actor), () => getWebhook(place)));
  return (
    <WebhooksFrame base={base}>
      <WebhookPage params={place} tables={tables} />
    </WebhooksFrame>
  );
}
