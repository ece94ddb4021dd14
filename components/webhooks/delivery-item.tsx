"use client";

import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { counted } from "@/components/tasks/counted";
import type { Delivery } from "@/lib/contract/webhooks";
import { DeliveryDetails } from "./delivery-details";
import { StateMark } from "./state-mark";
import type { WebhookParams } from "./use-webhooks";
import { eventTitle, outcomeText, statusWords, timeText } from "./webhook-words";

interface DeliveryItemProps {
  params: WebhookParams;
  value: Delivery;
  onAsked: () => void;
}

/** A delivery in a line, which opens to its attempts and its body. */
export function DeliveryItem({ params, value, onAsked }: DeliveryItemProps) {
  const { type, timestamp, status, attempts } = value;
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const last = attempts.at(-1);
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? detailsId : undefined}
        onClick={() => setOpen(!isOpen)}
        className="grid min-h-10 w-full grid-cols-[1rem_1fr_auto] items-center gap-x-2 gap-y-0.5 py-1.5 text-start hover:bg-hover sm:grid-cols-[1rem_7.5rem_1fr_16rem_11rem]"
      >
        <ChevronRight
          aria-hidden
          className={`size-4 text-muted ${isOpen ? "rotate-90" : "rtl:-scale-x-100"}`}
        />
        <span className="max-sm:col-start-3 max-sm:row-start-1 max-sm:justify-self-end">
          <StateMark state={statusWords[status]} />
        </span>
        <span className="truncate font-medium max-sm:col-start-2 max-sm:row-start-1">{eventTitle(type)}</span>
        <span className="truncate text-muted tabular-nums max-sm:col-start-2 max-sm:row-start-2">
          {last
            ? `${outcomeText(last)}${attempts.length > 1 ? `, ${counted(attempts.length, "attempt")}` : ""}`
            : ""}
        </span>
        <time
          dateTime={timestamp}
          className="text-end text-muted tabular-nums max-sm:col-span-2 max-sm:col-start-2 max-sm:row-start-3 max-sm:text-start"
        >
          {timeText(timestamp)}
        </time>
      </button>
      {isOpen && (
        <div id={detailsId} className="pb-3 sm:ps-6">
          <DeliveryDetails params={params} value={value} onAsked={onAsked} />
        </div>
      )}
    </li>
  );
}
