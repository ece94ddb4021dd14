"use client";

import { ChevronLeft } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Loaded } from "@/components/forms/loaded";
import { buttonLook } from "@/components/ui/button-look";
import { PageLink } from "@/components/ui/page-link";
import type { Webhook } from "@/lib/contract/webhooks";
import { DeleteWebhookButton } from "./delete-webhook-button";
import { DeliveryList } from "./delivery-list";
import { EditWebhookButton } from "./edit-webhook-button";
import { MissingWebhook } from "./missing-webhook";
import { PauseNotice } from "./pause-notice";
import { Receiver } from "./receiver";
import { ReplaceSecretButton } from "./replace-secret-button";
import type { ReportedTable } from "./reported";
import { SendTest } from "./send-test";
import { StateMark } from "./state-mark";
import { useWebhook, type WebhookParams } from "./use-webhooks";
import { WebhookFacts } from "./webhook-facts";
import { stateOf, titleOf } from "./webhook-words";

interface WebhookPageProps {
  params: WebhookParams;
  tables: readonly ReportedTable[];
}

/** Time in ms for which a page reads again after somebody has asked for a delivery, which happens a moment later. */
const watchTime = 20_000;

/** A webhook with its settings, deliveries and a receiver to copy. */
export function WebhookPage({ params, tables }: WebhookPageProps) {
  const [watches, setWatches] = useState(0);
  const [isWatched, setWatched] = useState(false);
  useEffect(() => {
    if (watches === 0) return;
    setWatched(true);
    const timer = setTimeout(() => setWatched(false), watchTime);
    return () => clearTimeout(timer);
  }, [watches]);
  const query = useWebhook(params, isWatched);
  // The focused button disappears once the webhook is on.
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageLink
        href={`/database/${params.databaseId}/webhooks`}
        className={`${buttonLook("quiet")} -ms-3 self-start`}
      >
        <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        Webhooks
      </PageLink>
      <Loaded query={query} what="webhook" keepsData>
        {(webhook) =>
          webhook === null ? (
            <MissingWebhook databaseId={params.databaseId} />
          ) : (
            <>
              <Heading ref={heading} webhook={webhook} params={params} tables={tables} />
              <PauseNotice
                databaseId={params.databaseId}
                value={webhook}
                onResumed={() => heading.current?.focus()}
              />
              <WebhookFacts value={webhook} tables={tables} />
              <SendTest params={params} />
              <DeliveryList
                params={params}
                isWatched={isWatched}
                onAsked={() => setWatches((count) => count + 1)}
              />
              <section aria-labelledby="receiver" className="mt-4 flex flex-col gap-3">
                <h3 id="receiver" className="font-semibold text-base">
                  Receiver
                </h3>
                <p className="max-w-prose text-pretty text-muted">
                  A complete receiver that verifies the signature with the secret. It answers with a 2xx
                  within 15 seconds, or the event is sent again.
                </p>
                <Receiver />
              </section>
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface HeadingProps extends WebhookPageProps {
  webhook: Webhook;
  ref: RefObject<HTMLHeadingElement | null>;
}

function Heading({ webhook, params, tables, ref }: HeadingProps) {
  const title = titleOf(webhook);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="flex min-w-0 flex-1 basis-72 flex-col">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2
            ref={ref}
            tabIndex={-1}
            dir="auto"
            className="min-w-0 break-words font-semibold text-xl outline-none"
          >
            {title}
          </h2>
          <StateMark state={stateOf(webhook)} />
        </div>
        <p className="break-all font-mono text-muted text-xs leading-5">{webhook.url}</p>
      </div>
      <div className="flex flex-wrap">
        <EditWebhookButton databaseId={params.databaseId} value={webhook} tables={tables} />
        <ReplaceSecretButton params={params} title={title} />
        <DeleteWebhookButton params={params} title={title} />
      </div>
    </div>
  );
}
