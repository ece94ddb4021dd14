import { counted } from "@/components/tasks/counted";
import { countConditions, draftOf } from "@/components/toolbar/filter-draft";
import type { Filter } from "@/lib/contract/filters";
import { ping, type WebhookEvent, webhookEventNames, webhookEvents } from "@/lib/contract/webhook-events";
import type { Attempt, Delivery, Webhook } from "@/lib/contract/webhooks";
import { dateTimeFormat } from "@/lib/field-types/intl";

type Subject = WebhookEvent extends infer Name
  ? Name extends `${infer Kind}.${string}`
    ? Kind
    : never
  : never;

const subjectWords: { readonly [Kind in Subject]: string } = {
  record: "Records",
  table: "Tables",
  field: "Fields",
  view: "Views",
  database: "Database",
};

interface EventGroup {
  readonly title: string;
  readonly events: readonly { readonly name: WebhookEvent; readonly verb: string }[];
}

/** The events by what they are about. */
export const eventGroups: readonly EventGroup[] = (Object.keys(subjectWords) as Subject[]).map((subject) => ({
  title: subjectWords[subject],
  events: webhookEventNames
    .filter((name) => name.startsWith(`${subject}.`))
    // The titles are a noun and a verb: "Record created".
    .map((name) => ({ name, verb: webhookEvents[name].replace(/^\S+ /, "") })),
}));

/** A list of events, such as "Records created or deleted; Tables changed". */
export function eventsText(events: readonly WebhookEvent[]): string {
  if (events.length === webhookEventNames.length) return "All events";
  return eventGroups
    .flatMap(({ title, events: all }) => {
      const verbs = all.filter(({ name }) => events.includes(name)).map(({ verb }) => verb);
      return verbs.length === 0 ? [] : [`${title} ${alternatives.format(verbs)}`];
    })
    .join("; ");
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

/** The title of an event on the page. */
export function eventTitle(type: Delivery["type"]): string {
  return type === ping ? "Test event" : webhookEvents[type];
}

/** The name of a webhook, else the host that it calls. */
export function titleOf({ name, url }: Pick<Webhook, "name" | "url">): string {
  return name ?? URL.parse(url)?.host ?? url;
}

export interface WebhookState {
  readonly text: string;
  readonly look: "good" | "bad" | "off";
}

/** The state of a webhook in a few words. */
export function stateOf({ active, pausedAt, failingSince }: Webhook): WebhookState {
  if (!active) return pausedAt === null ? { text: "Off", look: "off" } : { text: "Paused", look: "bad" };
  if (failingSince !== null) return { text: `Failing since ${timeText(failingSince)}`, look: "bad" };
  return { text: "Active", look: "good" };
}

/** The outcome of an attempt, such as "200 in 84 ms". */
export function outcomeText({ status, milliseconds }: Pick<Attempt, "status" | "milliseconds">): string {
  return `${status ?? "No answer"} in ${milliseconds.toLocaleString("en")} ms`;
}

/** True if the receiver took the event. */
export function isTaken({ status }: Pick<Attempt, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

export const statusWords: { readonly [Status in Delivery["status"]]: WebhookState } = {
  delivered: { text: "Delivered", look: "good" },
  retrying: { text: "Retrying", look: "bad" },
  failed: { text: "Failed", look: "bad" },
  skipped: { text: "Skipped", look: "off" },
  resending: { text: "Sending again", look: "off" },
};

/** The number of conditions of a filter. */
export function filterText(filter: Filter | null): string {
  return filter === null ? "None" : counted(countConditions(draftOf(filter).root), "condition");
}

/** A moment to the second. */
export function timeText(moment: string): string {
  return dateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(moment));
}
