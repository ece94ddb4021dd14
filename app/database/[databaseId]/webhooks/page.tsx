import type { Metadata } from "next";
import { type Query, requireSession } from "@/app/signed-in";
import { WebhookList } from "@/components/webhooks/webhook-list";
import { requireWebhooks } from "./require-webhooks";
import { WebhooksFrame } from "./webhooks-frame";

export const metadata: Metadata = { title: "Webhooks" };

interface WebhooksPageProps {
  params: Promise<{ databaseId: string }>;
  searchParams: Promise<Query>;
}

/** The webhooks of a database. */
export default async function WebhooksPage({ params, searchParams }: WebhooksPageProps) {
  const { databaseId } = await params;
  const actor = await requireSession(`/database/${databaseId}/webhooks`, await searchParams);
  const { base, tables } = await requireWebhooks(actor, databaseId);
  return (
    <WebhooksFrame base={base}>
      <WebhookList databaseId={base.id} tables={tables} />
    </WebhooksFrame>
  );
}
