import { useId } from "react";
import { withItem } from "@/components/forms/with-item";
import { CheckField } from "@/components/ui/check-field";
import { webhookEventNames } from "@/lib/contract/webhook-events";
import type { DraftPartProps } from "./draft-part";
import { eventGroups } from "./webhook-words";

/** Chooses the events to report, in a row for each kind of thing. */
export function EventChoice({ draft: { events }, edit, error }: DraftPartProps) {
  const errorId = useId();
  return (
    <fieldset aria-describedby={error === undefined ? undefined : errorId} className="min-w-0">
      <legend className="font-medium text-dense text-muted">Events</legend>
      {eventGroups.map(({ title, events: all }) => (
        <fieldset key={title} className="grid min-w-0 grid-cols-[4.5rem_1fr_1fr_1fr] items-center gap-x-2">
          <legend className="sr-only">{title}</legend>
          <span aria-hidden className="text-dense">
            {title}
          </span>
          {all.map(({ name, verb }) => (
            <CheckField
              key={name}
              label={verb.charAt(0).toUpperCase() + verb.slice(1)}
              value={events.includes(name)}
              onChange={(isIn) => edit({ events: withItem(events, webhookEventNames, { item: name, isIn }) })}
            />
          ))}
        </fieldset>
      ))}
      {error !== undefined && (
        <p id={errorId} role="alert" className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
