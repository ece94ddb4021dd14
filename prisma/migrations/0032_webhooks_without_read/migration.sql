-- False for webhooks of keys without the scope `read`, whose events have ids alone.
ALTER TABLE "Webhook" ADD COLUMN "mayRead" BOOLEAN NOT NULL DEFAULT true;
