import { Day, Fact } from "@/components/ui/fact";
import type { Webhook } from "@/lib/contract/webhooks";
import { source } from "@/lib/field-types/types/source";
import { fieldsOf, namesOf, type ReportedTable } from "./reported";
import { eventsText, filterText, isTaken, outcomeText, timeText } from "./webhook-words";

interface WebhookFactsProps {
  readonly value: Webhook;
  readonly tables: readonly ReportedTable[];
}

/** The settings of a webhook in short. */
export function WebhookFacts({ value, tables }: WebhookFactsProps) {
  const { events, tableIds, fieldIds, filter, sources, headers, includeRecords, createdBy, createdAt } =
    value;
  const { lastDelivery } = value;
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-border border-y py-3 sm:grid-cols-4">
      <Fact label="Events">{eventsText(events)}</Fact>
      <Fact label="Tables">{tableIds === null ? "All" : namesOf(tableIds, tables).join(", ")}</Fact>
      {fieldIds !== null && (
        <Fact label="Only when these change">{namesOf(fieldIds, fieldsOf(tables)).join(", ")}</Fact>
      )}
      {filter !== null && <Fact label="Filter">{filterText(filter)}</Fact>}
      <Fact label="Sources">
        {sources === null ? "All" : sources.map((each) => source.display(each, {})).join(", ")}
      </Fact>
      <Fact label="Records">{includeRecords ? "Included" : "Only their ids"}</Fact>
      {headers.length > 0 && <Fact label="Headers">{headers.join(", ")}</Fact>}
      <Fact label="Last delivery" isAlarming={lastDelivery !== null && !isTaken(lastDelivery)}>
        {lastDelivery === null ? (
          "None"
        ) : (
          <>
            {`${outcomeText(lastDelivery)}, `}
            <time dateTime={lastDelivery.at}>{timeText(lastDelivery.at)}</time>
          </>
        )}
      </Fact>
      <Fact label="Created">
        <Day moment={createdAt} />
        {createdBy && ` by ${createdBy.name ?? "the owner"}`}
      </Fact>
    </dl>
  );
}
