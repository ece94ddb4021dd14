import { MissingWebhook } from "@/components/webhooks/missing-webhook";

/** Shown for a webhook that does not exist, and to people who may not manage webhooks. */
export default function NotFound() {
  return <MissingWebhook />;
}
