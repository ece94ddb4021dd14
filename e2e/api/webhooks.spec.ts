/** Webhooks: what they send, in which order, and what becomes of attempts that fail. */
import type { Base } from "../../lib/contract/bases";
import type { Table } from "../../lib/contract/tables";
import type { ShownWebhook, WebhookCreate } from "../../lib/contract/webhooks";
import { type ApiClient, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { openReceiver, type Receiver, verify } from "../webhook-receiver";
import { type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;

test.beforeAll(async () => {
  server = await startPeopleServer({ WEBHOOK_ALLOW_PRIVATE: "true" });
  owner = server.owner;
});
test.afterAll(() => server.stop());

interface Story {
  readonly base: Base;
  readonly tasks: Table;
  readonly place: string;
  readonly records: string;
  readonly receiver: Receiver;
  /** The id of a field by its name. */
  id(name: string): string;
  subscribe(given: Partial<WebhookCreate> & Pick<WebhookCreate, "events">): Promise<ShownWebhook>;
}

/** A database with a table, and a receiver of its events. */
async function begin(): Promise<Story> {
  const { body: base } = await owner.post<Base>("/bases", {
    name: "Work",
    tables: [
      {
        name: "Tasks",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "Points", type: "number" },
        ],
      },
    ],
  });
  const [tasks] = base.tables as [Table];
  const place = `/bases/${base.id}`;
  const receiver = await openReceiver();
  return {
    ...{ base, tasks, place, receiver, records: `${place}/tables/${tasks.id}/records` },
    id: (name) => tasks.fields.find((field) => field.name === name)?.id ?? "",
    async subscribe(given) {
      const { status: code, body } = await owner.post(`${place}/webhooks`, { url: receiver.url, ...given });
      expect(code, JSON.stringify(body)).toBe(201);
      return body;
    },
  };
}

test("records: created, updated, deleted", async () => {
  const { base, tasks, place, records, receiver, id, subscribe } = await begin();
  const { id: webhookId, secret } = await subscribe({
    events: ["record.created", "record.updated", "record.deleted"],
  });
  const { body: ada } = await owner.post(records, { record: { Name: "Ada", Points: 3 } });
  const [created] = await receiver.next(1);
  expect(created?.event).toEqual({
    id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
    type: "record.created",
    timestamp: minted.time,
    data: { tableId: tasks.id, recordIds: [ada.id], records: [ada] },
    metadata: {
      webhookId,
      baseId: base.id,
      organizationId: 1,
      attempt: 1,
      source: "public_api",
      changeSetId: expect.any(String),
      actor: expect.objectContaining({ kind: "key" }),
      next: expect.any(String),
    },
  });
  expect(verify(secret, created as NonNullable<typeof created>)).toEqual(created?.event);
  const { body: changed } = await owner.patch(`${records}/${ada.id}`, { record: { Points: 5 } });
  const [updated] = await receiver.next(1);
  expect(updated?.event.data).toEqual({
    tableId: tasks.id,
    recordIds: [ada.id],
    records: [{ ...changed, changedFieldIds: [id("Points")], before: { [id("Points")]: 3 } }],
  });
  await owner.call(`${records}/${ada.id}`, { method: "DELETE" });
  const [deleted] = await receiver.next(1);
  expect(deleted?.event.data).toEqual({ tableId: tasks.id, recordIds: [ada.id], records: [changed] });
  const { body: listed } = await owner.get(`${place}/webhooks/${webhookId}/deliveries`);
  expect(
    listed.deliveries.map(({ type, status: state }: { type: string; status: string }) => [type, state]),
  ).toEqual([
    ["record.deleted", "delivered"],
    ["record.updated", "delivered"],
    ["record.created", "delivered"],
  ]);
});
