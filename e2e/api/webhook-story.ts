/** A database with a table, and a receiver of its events, for tests of webhooks. */
import type { Base } from "../../lib/contract/bases";
import type { Table } from "../../lib/contract/tables";
import { webhookEventNames } from "../../lib/contract/webhook-events";
import type { DeliveryPage, ShownWebhook, Webhook, WebhookCreate } from "../../lib/contract/webhooks";
import type { ApiClient } from "../api-client";
import { expect } from "../fixtures";
import { openReceiver, type Received, type Receiver } from "../webhook-receiver";

export interface WebhookStory {
  readonly base: Base;
  readonly tasks: Table;
  readonly place: string;
  /** The path of the table, and of its records. */
  readonly table: string;
  readonly records: string;
  readonly receiver: Receiver;
  /** The id of a field by its name. */
  id(name: string): string;
  /** Creates a webhook of all events, unless said otherwise. */
  subscribe(given?: Partial<WebhookCreate>, by?: ApiClient): Promise<ShownWebhook>;
  /** Creates a record. */
  add(values: object): Promise<{ readonly id: string; readonly [key: string]: unknown }>;
  /** Waits for the data of the next events, each with its type. */
  told(count: number): Promise<unknown[]>;
  webhook(id: number): Promise<Webhook>;
  /** Waits until a webhook has deliveries with these statuses, newest first. */
  deliveries(id: number, statuses: readonly string[]): Promise<DeliveryPage["deliveries"]>;
}

export async function beginStory(api: ApiClient): Promise<WebhookStory> {
  const fields = [
    { name: "Name", type: "single_line_text" },
    { name: "Points", type: "number" },
  ];
  const { body: base } = await api.post<Base>("/bases", {
    name: "Work",
    tables: [{ name: "Tasks", fields }],
  });
  const [tasks] = base.tables as [Table];
  const place = `/bases/${base.id}`;
  const table = `${place}/tables/${tasks.id}`;
  const records = `${table}/records`;
  const receiver = await openReceiver();
  return {
    ...{ base, tasks, place, table, records, receiver },
    id: (name) => tasks.fields.find((field) => field.name === name)?.id ?? "",
    async subscribe(given = {}, by = api) {
      const all = { url: receiver.url, events: webhookEventNames };
      const { status, body } = await by.post<ShownWebhook>(`${place}/webhooks`, { ...all, ...given });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    async add(values) {
      const { status, body } = await api.post(records, { record: values });
      expect(status, JSON.stringify(body)).toBe(201);
      return body;
    },
    async told(count) {
      return (await receiver.next(count)).map(toldBy);
    },
    webhook: async (id) => (await api.get<Webhook>(`${place}/webhooks/${id}`)).body,
    async deliveries(id, statuses) {
      let found: DeliveryPage["deliveries"] = [];
      await expect
        .poll(
          async () => {
            found = (await api.get<DeliveryPage>(`${place}/webhooks/${id}/deliveries`)).body.deliveries;
            return found.map(({ status }) => status);
          },
          { intervals: [50] },
        )
        .toEqual(statuses);
      return found;
    },
  };
}

function toldBy({ event }: Received): unknown {
  return { type: event.type, ...event.data };
}
