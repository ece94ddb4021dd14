"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { api } from "@/lib/client/api";
import { useWebhooksChanged, type WebhookParams } from "./use-webhooks";

interface DeleteWebhookButtonProps {
  params: WebhookParams;
  title: string;
}

/** Deletes a webhook after a confirmation, and opens the list. */
export function DeleteWebhookButton({ params, title }: DeleteWebhookButtonProps) {
  const [isAsking, setIsAsking] = useState(false);
  const webhooksChanged = useWebhooksChanged(params.databaseId);
  const router = useRouter();

  async function remove() {
    await api("DELETE /bases/{databaseId}/webhooks/{webhookId}", { params });
    notify({ title: `“${title}” deleted` });
    router.push(`/database/${params.databaseId}/webhooks`);
    void webhooksChanged();
  }
  return (
    <>
      <Button look="quiet" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <DeleteDialog
          title={`Delete “${title}”?`}
          description="Nothing is sent any more, also no event that is waiting, and its deliveries are deleted. This can't be undone."
          onDelete={remove}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
