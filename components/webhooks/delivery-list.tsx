"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Loaded } from "@/components/forms/loaded";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { type Delivery, deliveryStatuses } from "@/lib/contract/webhooks";
import { DeliveryItem } from "./delivery-item";
import { ResendButton } from "./resend-button";
import { useDeliveries, useWebhooksChanged, type WebhookParams } from "./use-webhooks";
import { statusWords } from "./webhook-words";

interface DeliveryListProps {
  params: WebhookParams;
  /** True while a delivery is expected. */
  isWatched: boolean;
  /** Called once somebody has asked for a delivery. */
  onAsked: () => void;
}

const any = "any";

const statusChoices = [
  { value: any, label: "All statuses" },
  ...deliveryStatuses.map((status) => ({ value: status, label: statusWords[status].text })),
];

/** The deliveries of a webhook, newest first, with a filter by status. */
export function DeliveryList({ params, isWatched, onAsked }: DeliveryListProps) {
  const [status, setStatus] = useState<Delivery["status"]>();
  const query = useDeliveries(params, status, isWatched);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  const webhooksChanged = useWebhooksChanged(params.databaseId);
  return (
    <section aria-labelledby="deliveries" className="mt-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        <h3 id="deliveries" className="me-auto font-semibold text-base">
          Deliveries
        </h3>
        <SelectField
          label="Status"
          hideLabel
          value={status ?? any}
          choices={statusChoices}
          onChange={(value) => setStatus(deliveryStatuses.find((each) => each === value))}
          className="w-36"
        />
        <IconButton icon={RotateCw} label="Refresh deliveries" onClick={webhooksChanged} />
        <ResendButton params={params} onSent={onAsked} />
      </div>
      <Loaded query={query} what="deliveries" keepsData>
        {({ pages }) => {
          const deliveries = pages.flatMap((page) => page.deliveries);
          return deliveries.length === 0 ? (
            <p className="border-border border-y py-6 text-muted">
              {status === undefined ? "No deliveries yet." : "No delivery has this status."}
            </p>
          ) : (
            <ul aria-label="Deliveries" className="divide-y divide-border border-border border-y">
              {deliveries.map((delivery) => (
                <DeliveryItem key={delivery.id} params={params} value={delivery} onAsked={onAsked} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
    </section>
  );
}
