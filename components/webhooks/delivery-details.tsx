"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { CodeBlock } from "@/components/docs/code-block";
import { problemOf } from "@/components/forms/delete-dialog";
import { Loaded } from "@/components/forms/loaded";
import { notify } from "@/components/tasks/messages";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { api } from "@/lib/client/api";
import type { Delivery } from "@/lib/contract/webhooks";
import { AttemptView } from "./attempt-view";
import { useDelivery, useWebhooksChanged, type WebhookParams } from "./use-webhooks";
import { timeText } from "./webhook-words";

interface DeliveryDetailsProps {
  params: WebhookParams;
  value: Delivery;
  onAsked: () => void;
}

/** The attempts and the body of a delivery, with buttons that send it again or skip it. */
export function DeliveryDetails({ params, value, onAsked }: DeliveryDetailsProps) {
  const { id, nextAttemptAt, attempts } = value;
  const query = useDelivery(params, value);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 break-all font-mono text-muted text-xs">{id}</code>
          <CopyButton text={id} what="event id" />
        </span>
        <DeliveryActions params={params} value={value} onAsked={onAsked} />
      </div>
      {nextAttemptAt !== null && (
        <p className="text-muted">
          {"Next attempt: "}
          <time dateTime={nextAttemptAt}>{timeText(nextAttemptAt)}</time>
        </p>
      )}
      <ol reversed aria-label="Attempts, newest first" className="flex flex-col gap-2">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.at}>
            <AttemptView value={attempt} />
          </li>
        ))}
      </ol>
      <Loaded query={query} what="body" keepsData>
        {({ body }) =>
          body === null ? (
            <p className="text-muted">
              {attempts.length === 0
                ? "Nothing was sent, so there is no body."
                : "The body may show more than you can read."}
            </p>
          ) : (
            <CodeBlock text={JSON.stringify(body, null, 2)} label="body" heading="Body" />
          )
        }
      </Loaded>
    </div>
  );
}

function DeliveryActions({ params: place, value: { id, status }, onAsked }: DeliveryDetailsProps) {
  const params = { ...place, deliveryId: id };
  const webhooksChanged = useWebhooksChanged(place.databaseId);
  const resendButton = useRef<HTMLButtonElement>(null);
  const resending = useMutation({
    mutationFn: () =>
      api("POST /bases/{databaseId}/webhooks/{webhookId}/deliveries/{deliveryId}/replay", { params }),
    onSuccess() {
      notify({ title: "The event is sent again in a moment" });
      onAsked();
    },
    onSettled: webhooksChanged,
  });
  const skipping = useMutation({
    mutationFn: () =>
      api("POST /bases/{databaseId}/webhooks/{webhookId}/deliveries/{deliveryId}/skip", { params }),
    onSuccess() {
      notify({ title: "The event was skipped" });
      // The focused button disappears.
      resendButton.current?.focus();
      onAsked();
    },
    onSettled: webhooksChanged,
  });
  const error = resending.error ?? skipping.error;
  const isBusy = resending.isPending || skipping.isPending;
  return (
    <>
      <div className="flex gap-2">
        {status === "retrying" && (
          <Button disabled={isBusy} onClick={() => skipping.mutate()}>
            {skipping.isPending ? "Skipping…" : "Skip"}
          </Button>
        )}
        <Button
          ref={resendButton}
          disabled={isBusy || status === "resending"}
          onClick={() => resending.mutate()}
        >
          {resending.isPending ? "Sending…" : "Send again"}
        </Button>
      </div>
      {error && (
        <div className="basis-full">
          <Notice>{problemOf(error)}</Notice>
        </div>
      )}
    </>
  );
}
