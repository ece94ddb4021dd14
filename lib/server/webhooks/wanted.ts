import type { WebhookEvent } from "../../contract/webhook-events";
import type { Step } from "./steps";
import type { WebhookState } from "./webhook-state";

type Conditions = Pick<WebhookState, "events" | "tableIds" | "sources">;

/** The type under which a webhook receives a step; undefined if it has not subscribed to it. */
export function typeFor({ events }: Pick<Conditions, "events">, step: Step): WebhookEvent | undefined {
  return typesOf(step).find((type) => events.includes(type));
}

/** An import that has created and updated records is one event, under the type that the webhook wants. */
function typesOf({ type, row }: Step): WebhookEvent[] {
  if (type === undefined) return [];
  return row.kind === "import" && row.after?.created && row.after.updated ? [type, "record.updated"] : [type];
}

/** True if a webhook reports a step, as far as that can be said without its records. */
export function isWanted(conditions: Conditions, step: Step): boolean {
  const { tableIds, sources } = conditions;
  return (
    step.items.length > 0 &&
    typeFor(conditions, step) !== undefined &&
    (tableIds.length === 0 || step.tableId === null || tableIds.includes(step.tableId)) &&
    (sources.length === 0 || sources.includes(step.row.source))
  );
}
