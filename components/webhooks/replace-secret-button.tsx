"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { problemsOf } from "@/components/forms/problems";
import { SecretDialog, type ShownSecret } from "@/components/forms/secret-dialog";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { api } from "@/lib/client/api";
import type { WebhookParams } from "./use-webhooks";

interface ReplaceSecretButtonProps {
  params: WebhookParams;
  title: string;
}

/** Replaces the secret of a webhook, and shows the new one once. */
export function ReplaceSecretButton({ params, title }: ReplaceSecretButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        Replace secret
      </Button>
      <SecretDialog open={isOpen} onClose={close} title="Replace the secret?" what="secret" label="Secret">
        {(show) => <ReplaceForm params={params} title={title} onReplaced={show} onCancel={close} />}
      </SecretDialog>
    </>
  );
}

interface ReplaceFormProps extends ReplaceSecretButtonProps {
  onReplaced: (secret: ShownSecret) => void;
  onCancel: () => void;
}

function ReplaceForm({ params, title, onReplaced, onCancel }: ReplaceFormProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api("POST /bases/{databaseId}/webhooks/{webhookId}/rotate", { params }),
    onSuccess: ({ secret }) =>
      onReplaced({
        title: `New secret of “${title}”`,
        value: secret,
        lead: "For 24 hours, deliveries are signed with the old secret as well.",
      }),
  });
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-muted">
        Deliveries are signed with a new secret at once. For 24 hours they are signed with the old one as
        well, so that you can change the receiver without missing any.
      </p>
      {error && <Notice>{problemsOf(error)[""] ?? error.message}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Replacing…" : "Replace secret"}
        </Button>
      </div>
    </div>
  );
}
