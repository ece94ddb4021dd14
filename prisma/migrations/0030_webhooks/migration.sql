-- Webhooks, each of which is a position in the change log.
CREATE TABLE "Webhook" (
  "id" SERIAL PRIMARY KEY,
  "baseId" TEXT NOT NULL,
  -- Whose rights decide what is sent.
  "createdById" UUID NOT NULL REFERENCES "Person" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "name" TEXT,
  "url" TEXT NOT NULL,
  "events" TEXT[],
  -- Empty for all, as are "fieldIds" and "sources".
  "tableIds" TEXT[],
  "fieldIds" TEXT[],
  "filter" JSON,
  "sources" TEXT[],
  "headers" JSON NOT NULL DEFAULT '{}',
  "includeRecords" BOOLEAN NOT NULL DEFAULT true,
  "secret" BYTEA NOT NULL,
  "oldSecret" BYTEA,
  "oldSecretUntil" TIMESTAMPTZ(3),
  "active" BOOLEAN NOT NULL DEFAULT true,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "failingSince" TIMESTAMPTZ(3),
  "pausedAt" TIMESTAMPTZ(3),
  "pausedReason" TEXT,
  "lastDelivery" JSON,
  -- All entries of the log up to this one are sent, and so many items of those read after it.
  "xid" BIGINT NOT NULL,
  "number" BIGINT NOT NULL,
  "sent" INTEGER NOT NULL DEFAULT 0,
  "skipped" BOOLEAN NOT NULL DEFAULT false,
  -- The event that is tried again.
  "pending" JSON,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "nextAttemptAt" TIMESTAMPTZ(3)
);
CREATE INDEX "Webhook_baseId_idx" ON "Webhook" ("baseId");
CREATE INDEX "Webhook_createdById_idx" ON "Webhook" ("createdById");

-- Events that were sent to a webhook at least once, or skipped.
CREATE TABLE "WebhookDelivery" (
  "webhookId" INTEGER NOT NULL REFERENCES "Webhook" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "id" UUID NOT NULL,
  "type" TEXT NOT NULL,
  "changedAt" TIMESTAMPTZ(3) NOT NULL,
  "status" TEXT NOT NULL,
  "attempts" JSON NOT NULL,
  "body" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY ("webhookId", "id")
);
CREATE INDEX "WebhookDelivery_webhookId_createdAt_id_idx" ON "WebhookDelivery" ("webhookId", "createdAt", "id");
CREATE INDEX "WebhookDelivery_createdAt_idx" ON "WebhookDelivery" ("createdAt");
CREATE INDEX "WebhookDelivery_webhookId_idx" ON "WebhookDelivery" ("webhookId") WHERE "status" = 'resending';
