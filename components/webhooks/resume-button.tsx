"use client";

import { useMutation } from "@tanstack/react-query";
import { problemsOf } from "@/components/forms/problems";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/lib/client/api";
import type { Webhook } from "@/lib/contract/webhooks";
import { useWebhooksChanged } from "./use-webhooks";
import { titleOf } from "./webhook-words";

interface ResumeButtonProps {
  readonly databaseId: string;
  readonly value: Webhook;
  readonly onResumed: () => void;
}

/** Switches a webhook on again. */
export function ResumeButton({ databaseId, value, onResumed }: ResumeButtonProps) {
  const webhooksChanged = useWebhooksChanged(databaseId);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      api("PATCH /bases/{databaseId}/webhooks/{webhookId}", {
        params: { databaseId, webhookId: String(value.id) },
        body: { active: true },
      }),
    onSuccess() {
      toast.success(`“${titleOf(value)}” is switched on and continues where it stopped`);
      onResumed();
    },
    onError: (error) =>
      toast.error("It can't be switched on. Edit its settings first.", {
        description: Object.values(problemsOf(error))[0],
      }),
    onSettled: webhooksChanged,
  });
  return (
    <Button disabled={isPending} aria-label={`Switch on ${titleOf(value)}`} onClick={() => mutate()}>
      {isPending ? "Switching on…" : "Switch on"}
    </Button>
  );
}
