import * as z from "zod";
import { sources } from "../field-types/types/source";
import { filter } from "./filters";
import { fieldId, tableId, timestamp } from "./ids";
import { limits } from "./limits";
import { name } from "./names";
import { pageLimit } from "./pages";
import { namedPerson } from "./people";
import { queryShape } from "./query";
import { ping, webhookEventNames } from "./webhook-events";

const id = z.int().min(1).describe("The webhook's number.");
/** The id of an event, the same at every attempt. */
export const eventId = z
  .string()
  .regex(/^evt_[0-9a-f-]{36}$/)
  .meta({ examples: ["evt_0197a2c4-6d1e-5b3f-8c2a-9e4d7f10b6a3"] });

const url = z
  .string()
  .max(2_000, { error: "takes at most 2,000 characters" })
  .refine(isAddress, { error: "takes an http or https address without a user and password in it" })
  .meta({ examples: ["https://example.com/hooks"] });

function isAddress(text: string): boolean {
  const parsed = URL.parse(text);
  return (
    parsed !== null &&
    ["http:", "https:"].includes(parsed.protocol) &&
    parsed.username + parsed.password === ""
  );
}

const events = z
  .array(z.enum(webhookEventNames))
  .min(1, { error: "needs at least one event" })
  .transform((list) => [...new Set(list)]);

/** The headers that say what is sent and how. */
const ownHeader =
  /^(webhook-|content-|sec-|proxy-)|^(host|connection|transfer-encoding|upgrade|te|trailer|expect|user-agent|accept-encoding|keep-alive)$/i;

const headers = z
  .record(
    z.string(),
    z
      .string()
      .max(2_000, { error: "takes at most 2,000 characters" })
      .regex(/^[\t\x20-\x7e\x80-\xff]*$/, {
        error: "takes letters of Western European languages, digits and punctuation, in one line",
      }),
  )
  .superRefine((all, context) => {
    const names = Object.keys(all);
    const refuse = (message: string, path: string[] = []) =>
      context.addIssue({ code: "custom", path, message });
    if (names.length > 20) refuse("takes at most 20 headers");
    for (const [index, name] of names.entries()) {
      const isSame = (other: string) => other.toLowerCase() === name.toLowerCase();
      if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/.test(name)) refuse("is not the name of a header", [name]);
      else if (ownHeader.test(name)) refuse("is a header that Rowhouse sets itself", [name]);
      else if (names.findIndex(isSame) < index) refuse("repeats a header", [name]);
    }
  });

const settings = {
  url,
  events,
  name: name.nullable().describe("null for a webhook without a name."),
  tableIds: z
    .array(z.string())
    .min(1, { error: "takes at least one table, or null for all" })
    .nullable()
    .describe("The ids or names of the tables to report; null for all, also for later ones."),
  fieldIds: z
    .array(z.string())
    .min(1, { error: "takes at least one field, or null for all" })
    .nullable()
    .describe(
      "The ids or names of fields. `record.updated` then reports only records in which one of them changed.",
    ),
  filter: filter
    .nullable()
    .describe("Reports only records that match it. It needs exactly one table in `tableIds`."),
  sources: z
    .array(z.enum(sources))
    .min(1, { error: "takes at least one source, or null for all" })
    .nullable()
    .describe("Reports only what came this way; null for all ways."),
  headers: headers.describe("Further headers of each delivery, such as `Authorization`."),
  includeRecords: z.boolean().describe("False leaves the records out: only their ids are sent."),
  active: z.boolean(),
};

export const webhookCreate = z
  .strictObject({
    url,
    events,
    tableId: z.string().optional().describe("The id or name of the only table to report."),
    name: settings.name.default(null),
    tableIds: settings.tableIds.optional(),
    fieldIds: settings.fieldIds.default(null),
    filter: settings.filter.default(null),
    sources: settings.sources.default(null),
    headers: settings.headers.default({}),
    includeRecords: settings.includeRecords.default(true),
    active: settings.active.default(true),
    source: z
      .unknown()
      .meta({ deprecated: true, description: "Accepted from older clients and ignored." })
      .optional(),
    baseId: z
      .unknown()
      .meta({ deprecated: true, description: "Accepted from older clients and ignored." })
      .optional(),
  })
  .superRefine(({ tableId, tableIds }, context) => {
    if (tableId === undefined || tableIds === undefined) return;
    context.addIssue({ code: "custom", path: ["tableId"], message: "cannot be combined with `tableIds`" });
  });
export type WebhookCreate = z.output<typeof webhookCreate>;

/** Omitted keys stay unchanged. */
export const webhookUpdate = z.strictObject(settings).partial();
export type WebhookUpdate = z.output<typeof webhookUpdate>;

/** One try to deliver an event. */
export const attempt = z.object({
  at: timestamp,
  status: z.int().nullable().describe("The HTTP status of the answer; null without one."),
  milliseconds: z.int(),
  answer: z
    .string()
    .nullable()
    .describe("The first 2 kB of the answer; null without one, or if it may show more than you can read."),
  error: z
    .string()
    .nullable()
    .describe("The reason why there was no answer, as a sentence; null if there was one."),
});
export type Attempt = z.infer<typeof attempt>;

/** A subscription to the changes of a database. */
export const webhook = z
  .object({
    id,
    name: z.string().nullable(),
    url: z.string(),
    events: z.array(z.enum(webhookEventNames)),
    tableIds: z.array(tableId).nullable(),
    fieldIds: z.array(fieldId).nullable(),
    filter: filter.nullable().describe("With the ids of fields."),
    sources: z.array(z.enum(sources)).nullable(),
    headers: z.array(z.string()).describe("The names of further headers. Their values are not shown."),
    includeRecords: z.boolean(),
    active: z.boolean(),
    createdAt: timestamp,
    createdBy: namedPerson.nullable().describe("Deliveries show no more than this person may read."),
    lastDelivery: attempt
      .pick({ at: true, status: true, milliseconds: true, error: true })
      .nullable()
      .describe("The last attempt; null before the first."),
    failingSince: timestamp
      .nullable()
      .describe("The first failure since the last success; null if all is well."),
    pausedAt: timestamp.nullable().describe("When Rowhouse switched it off; null if it did not."),
    pausedReason: z.string().nullable().describe("The reason for that, as a sentence."),
  })
  .describe("A subscription to the changes of a database.");
export type Webhook = z.infer<typeof webhook>;

const secret = z
  .string()
  .describe("The secret that signs the deliveries. It cannot be shown again.")
  .meta({ examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"] });

export const shownWebhook = webhook.extend({ secret });
export type ShownWebhook = z.infer<typeof shownWebhook>;

export const webhookDeletion = z.object({
  success: z.literal(true),
  deleted: z.literal(true),
  message: z.string(),
});

export const deliveryStatuses = ["delivered", "retrying", "failed", "skipped", "resending"] as const;

/** An event that was sent, or that is tried again. */
export const delivery = z.object({
  id: eventId,
  type: z.enum([...webhookEventNames, ping]),
  timestamp: timestamp.describe("When the change was made."),
  status: z
    .enum(deliveryStatuses)
    .describe(
      "`retrying` is tried again later, `failed` no more; `resending` is sent again soon, because somebody asked for it.",
    ),
  nextAttemptAt: timestamp.nullable(),
  attempts: z.array(attempt).describe("Oldest first; at most the last 20."),
});
export type Delivery = z.infer<typeof delivery>;

export const deliveryWithBody = delivery.extend({
  body: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("The body as it was sent last; null if nothing was, or if it may show more than you can read."),
});
export type DeliveryWithBody = z.infer<typeof deliveryWithBody>;

export const deliveriesQuery = queryShape({
  limit: pageLimit(limits.recordsPerCall).describe("Maximum number of deliveries; 100 by default."),
  cursor: z.string().optional().describe("The `nextCursor` of the previous page."),
  status: z.enum(deliveryStatuses).optional().describe("Only deliveries with this status."),
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;

export const deliveryPage = z.object({ deliveries: z.array(delivery), nextCursor: z.string().nullable() });
export type DeliveryPage = z.infer<typeof deliveryPage>;

export const replay = z.strictObject({
  since: z
    .string()
    .describe("An ISO timestamp, or a position in the change log, such as `metadata.next` of an event.")
    .meta({ examples: ["2026-03-01T09:00:00Z"] }),
});
export type Replay = z.output<typeof replay>;
