"use client";

import { useMutation } from "@tanstack/react-query";
import { problemsOf } from "@/components/forms/problems";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { api } from "@/lib/client/api";
import { AttemptView } from "./attempt-view";
import { useWebhooksChanged, type WebhookParams } from "./use-webhooks";

/** Sends a test event and shows the answer. */
export function SendTest({ params }: { params: WebhookParams }) {
  const webhooksChanged = useWebhooksChanged(params.databaseId);
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => api("POST /bases/{databaseId}/webhooks/{webhookId}/test", { params }),
    onSettled: webhooksChanged,
  });
  return (
    <section aria-labelledby="test" className="mt-2 flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 id="test" className="font-semibold text-base">
            Test
          </h3>
          <p className="text-muted">
            Sends an event of the type <code className="font-mono text-text">ping</code> now, and shows the
            answer.
          </p>
        </div>
        <Button disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Sending…" : "Send test"}
        </Button>
      </div>
      {error && <Notice>{problemsOf(error)[""] ?? error.message}</Notice>}
      <div role="status" className="empty:hidden">
        {data && !isPending && <AttemptView value={data} />}
      </div>
    </section>
  );
}
