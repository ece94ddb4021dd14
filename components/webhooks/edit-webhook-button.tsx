"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { api } from "@/lib/client/api";
import { type Webhook, webhookUpdate } from "@/lib/contract/webhooks";
import type { ReportedTable } from "./reported";
import { useWebhooksChanged } from "./use-webhooks";
import { draftOf, toWebhookUpdate } from "./webhook-draft";
import { WebhookForm } from "./webhook-form";

interface EditWebhookButtonProps {
  databaseId: string;
  value: Webhook;
  tables: readonly ReportedTable[];
}

export function EditWebhookButton({ databaseId, value, tables }: EditWebhookButtonProps) {
  // The webhook as it was when the form was opened: what others change meanwhile is not overwritten.
  const [edited, setEdited] = useState<Webhook | null>(null);
  const webhooksChanged = useWebhooksChanged(databaseId);
  const close = () => setEdited(null);
  return (
    <>
      <Button onClick={() => setEdited(value)}>Edit</Button>
      <Dialog open={edited !== null} onClose={close} title="Edit webhook" size="editor" holdsInput>
        {edited && (
          <WebhookForm
            initial={draftOf(edited)}
            tables={tables}
            headerNames={edited.headers}
            words={{ save: "Save", saving: "Saving…" }}
            bodyOf={(draft) => toWebhookUpdate(draft, edited)}
            shape={webhookUpdate}
            send={(body) =>
              api("PATCH /bases/{databaseId}/webhooks/{webhookId}", {
                params: { databaseId, webhookId: String(edited.id) },
                body,
              })
            }
            onSent={() => {
              void webhooksChanged();
              close();
            }}
            onCancel={close}
          />
        )}
      </Dialog>
    </>
  );
}
