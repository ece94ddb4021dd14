"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Loaded } from "@/components/forms/loaded";
import { Button } from "@/components/ui/button";
import type { Webhook } from "@/lib/contract/webhooks";
import { NewWebhookDialog } from "./new-webhook-dialog";
import type { ReportedTable } from "./reported";
import { useWebhooks } from "./use-webhooks";
import { WebhookItem } from "./webhook-item";

interface WebhookListProps {
  databaseId: string;
  tables: readonly ReportedTable[];
}

/** All webhooks of a database, oldest first. */
export function WebhookList({ databaseId, tables }: WebhookListProps) {
  const query = useWebhooks(databaseId);
  const [isCreating, setCreating] = useState(false);
  const create = () => setCreating(true);
  return (
    <>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-semibold text-xl">Webhooks</h2>
        {query.data && query.data.length > 0 && <NewWebhookButton onClick={create} />}
      </div>
      <Loaded query={query} what="webhooks" keepsData>
        {(webhooks) =>
          webhooks.length === 0 ? (
            <Empty onCreate={create} />
          ) : (
            <Webhooks webhooks={webhooks} databaseId={databaseId} />
          )
        }
      </Loaded>
      {/* Outside of the list, which changes while the dialog shows the secret. */}
      <NewWebhookDialog
        databaseId={databaseId}
        tables={tables}
        open={isCreating}
        onClose={() => setCreating(false)}
      />
    </>
  );
}

function Empty({ onCreate }: { onCreate: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4 border-border border-y py-8">
      <p className="max-w-prose text-pretty text-muted text-sm">
        A webhook calls a URL of yours whenever records, tables, fields or views of this database change, so
        that your other programs learn of it at once.
      </p>
      <NewWebhookButton onClick={onCreate} />
    </div>
  );
}

function Webhooks({ webhooks, databaseId }: { webhooks: readonly Webhook[]; databaseId: string }) {
  return (
    <>
      <p className="-mt-2 max-w-prose text-pretty text-muted text-sm">
        Each calls a URL when something in this database changes, in the order of the changes.
      </p>
      <ul aria-label="Webhooks" className="divide-y divide-border border-border border-y">
        {webhooks.map((webhook) => (
          <WebhookItem key={webhook.id} databaseId={databaseId} value={webhook} />
        ))}
      </ul>
    </>
  );
}

function NewWebhookButton({ onClick }: { onClick: () => void }) {
  return (
    <Button look="primary" onClick={onClick}>
      <Plus aria-hidden className="size-4" />
      New webhook
    </Button>
  );
}
