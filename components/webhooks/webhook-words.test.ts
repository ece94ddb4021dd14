import { expect, test } from "vitest";
import { type WebhookEvent, webhookEventNames } from "@/lib/contract/webhook-events";
import { eventGroups, eventsText } from "./webhook-words";

test.each<[WebhookEvent[], string]>([
  [["record.created"], "Records created"],
  [["record.deleted", "record.created"], "Records created or deleted"],
  [["record.created", "record.updated", "record.deleted"], "Records created, updated, or deleted"],
  [["table.updated", "database.updated"], "Tables changed; Database changed"],
  [webhookEventNames, "All events"],
])("%j is “%s”", (events, text) => {
  expect(eventsText(events)).toBe(text);
});

test("every event is in one group", () => {
  expect(eventGroups.flatMap(({ events }) => events.map(({ name }) => name))).toEqual(webhookEventNames);
});
