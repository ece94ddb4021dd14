import type { WebhookDraft } from "./webhook-draft";

/** The props of a part of the form for a webhook. */
export interface DraftPartProps {
  readonly draft: WebhookDraft;
  readonly edit: (change: Partial<WebhookDraft>) => void;
  readonly error: string | undefined;
}
