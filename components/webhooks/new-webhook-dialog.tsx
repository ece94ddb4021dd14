"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { SecretDialog } from "@/components/forms/secret-dialog";
import { api } from "@/lib/client/api";
import { webhookCreate } from "@/lib/contract/webhooks";
import { Receiver } from "./receiver";
import type { ReportedTable } from "./reported";
import { useWebhooksChanged } from "./use-webhooks";
import { emptyDraft, toWebhookCreate } from "./webhook-draft";
import { WebhookForm } from "./webhook-form";
import { titleOf } from "./webhook-words";

interface NewWebhookDialogProps {
  databaseId: string;
  tables: readonly ReportedTable[];
  open: boolean;
  onClose: () => void;
}

/** Creates a webhook, shows its secret and a receiver to copy, and opens its page. */
export function NewWebhookDialog({ databaseId, tables, open, onClose }: NewWebhookDialogProps) {
  const [createdId, setCreatedId] = useState<number | null>(null);
  const webhooksChanged = useWebhooksChanged(databaseId);
  const router = useRouter();

  function close() {
    onClose();
    if (createdId === null) return;
    setCreatedId(null);
    router.push(`/database/${databaseId}/webhooks/${createdId}`);
    void webhooksChanged();
  }
  return (
    <SecretDialog
      open={open}
      onClose={close}
      title="New webhook"
      what="secret"
      label="Secret"
      size="editor"
      holdsInput
    >
      {(show) => (
        <WebhookForm
          initial={emptyDraft}
          tables={tables}
          words={{ save: "Create webhook", saving: "Creating…" }}
          bodyOf={toWebhookCreate}
          shape={webhookCreate}
          send={(body) => api("POST /bases/{databaseId}/webhooks", { params: { databaseId }, body })}
          onSent={(webhook) => {
            setCreatedId(webhook.id);
            show({
              title: `Secret of “${titleOf(webhook)}”`,
              value: webhook.secret,
              lead: "Each delivery is signed with this secret. The receiver verifies the signature with it, as below.",
              more: <Receiver />,
            });
          }}
          onCancel={close}
        />
      )}
    </SecretDialog>
  );
}
