"use client";

import { useState } from "react";
import type { NamedItem } from "@/components/forms/choice-group";
import { Loaded } from "@/components/forms/loaded";
import { Button } from "@/components/ui/button";
import { SelectField } from "@/components/ui/select-field";
import { type AuditEvent, type AuditEventName, auditEventNames, auditRuleOf } from "@/lib/contract/audit";
import { dateTimeFormat } from "@/lib/field-types/intl";
import { detailsOf, whoOf } from "./audit-words";
import { useAuditLog } from "./use-audit-log";

const any = "any";

const choices = [
  { value: any, label: "All events" },
  ...auditEventNames.map((event) => ({ value: event, label: auditRuleOf(event).label })),
];

interface AuditLogProps {
  databases: readonly NamedItem[];
}

/** The audit log, newest first, with a filter. */
export function AuditLog({ databases }: AuditLogProps) {
  const [event, setEvent] = useState<AuditEventName>();
  const query = useAuditLog(event);
  const { hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <>
      <SelectField
        label="Event"
        value={event ?? any}
        choices={choices}
        onChange={(value) => setEvent(auditEventNames.find((each) => each === value))}
        className="max-w-72"
      />
      <Loaded query={query} what="audit log">
        {({ pages }) => <Events events={pages.flatMap(({ events }) => events)} databases={databases} />}
      </Loaded>
      {hasNextPage && (
        <Button className="self-start" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading…" : "Show more"}
        </Button>
      )}
    </>
  );
}

function Events({ events, databases }: AuditLogProps & { events: readonly AuditEvent[] }) {
  if (events.length === 0) return <p className="py-8 text-muted">Nothing was recorded.</p>;
  return (
    <table aria-label="Audit log" className="w-full table-fixed border-border border-y text-left text-dense">
      <thead>
        <tr className="text-muted">
          <th scope="col" className="w-24 py-2 pe-3 font-normal sm:w-48">
            When
          </th>
          <th scope="col" className="py-2 pe-3 font-normal">
            Who
          </th>
          <th scope="col" className="py-2 font-normal sm:w-2/5 sm:pe-3">
            What
          </th>
          <th scope="col" className="w-36 py-2 font-normal max-sm:hidden">
            From where
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border border-border border-t">
        {events.map((event) => (
          <Event key={event.id} event={event} databases={databases} />
        ))}
      </tbody>
    </table>
  );
}

function Event({ event, databases }: AuditLogProps & { event: AuditEvent }) {
  const { at, key, address } = event;
  const details = detailsOf(event, databases);
  return (
    <tr className="align-top">
      <td className="py-2 pe-3">
        <time dateTime={at}>
          {dateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at))}
        </time>
      </td>
      <td className="break-words py-2 pe-3">
        {whoOf(event)}
        {key && <p className="text-muted">{`by the key ${key.name ?? ""}`}</p>}
        {/* Narrow screens have no room for the last column. */}
        {address !== null && <p className="text-muted sm:hidden">{`from ${address}`}</p>}
      </td>
      <td className="break-words py-2 sm:pe-3">
        {auditRuleOf(event.event).label}
        {details !== "" && <p className="text-muted">{details}</p>}
      </td>
      <td className="break-words py-2 max-sm:hidden">{address ?? "This server"}</td>
    </tr>
  );
}
