"use client";

import { useRef } from "react";
import { PageLink } from "@/components/ui/page-link";
import type { Webhook } from "@/lib/contract/webhooks";
import { PauseNotice } from "./pause-notice";
import { StateMark } from "./state-mark";
import { eventsText, isTaken, outcomeText, stateOf, timeText, titleOf } from "./webhook-words";

interface WebhookItemProps {
  readonly databaseId: string;
  readonly value: Webhook;
}

/** A webhook with its state and its last delivery. Its name opens it. */
export function WebhookItem({ databaseId, value }: WebhookItemProps) {
  const { id, url, events, lastDelivery } = value;
  const title = titleOf(value);
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <li className="flex flex-col gap-2 py-3">
      <div className="flex flex-col gap-x-6 gap-y-1 sm:flex-row sm:justify-between">
        <div className="flex min-w-0 flex-1 flex-col gap-0.5">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <PageLink
              ref={link}
              href={`/database/${databaseId}/webhooks/${id}`}
              dir="auto"
              title={title}
              className="min-w-0 truncate rounded font-semibold text-sm hover:underline"
            >
              {title}
            </PageLink>
            <StateMark state={stateOf(value)} />
          </div>
          <p className="truncate font-mono text-muted text-xs leading-5" title={url}>
            {url}
          </p>
          <p>{eventsText(events)}</p>
        </div>
        <p className="shrink-0 text-muted tabular-nums sm:text-end">
          {lastDelivery === null ? (
            "Nothing sent yet"
          ) : (
            <>
              <span className={isTaken(lastDelivery) ? "" : "text-danger"} title={lastDelivery.error ?? ""}>
                {outcomeText(lastDelivery)}
              </span>
              <span className="sm:hidden"> · </span>
              <time dateTime={lastDelivery.at} className="sm:block">
                {timeText(lastDelivery.at)}
              </time>
            </>
          )}
        </p>
      </div>
      <PauseNotice databaseId={databaseId} value={value} onResumed={() => link.current?.focus()} />
    </li>
  );
}
