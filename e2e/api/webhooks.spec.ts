/** Webhooks: their settings, and the events that they send. */
import { ApiClient, minted } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { verify } from "../webhook-receiver";
import { join, type PeopleServer, startPeopleServer } from "./people-server";
import { beginStory } from "./webhook-story";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;

test.beforeAll(async () => {
  server = await startPeopleServer({ WEBHOOK_ALLOW_PRIVATE: "true" });
  owner = server.owner;
});
test.afterAll(() => server.stop());

test("records are sent as the API answers them, signed", long, async () => {
  const { base, tasks, place, records, receiver, id, subscribe, add, deliveries } = await beginStory(owner);
  const { id: webhookId, secret } = await subscribe();
  const { body: start } = await owner.get(`${place}/changes`);
  const ada = await add({ Name: "Ada", Points: 3 });
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
  expect(created && verify(secret, created)).toEqual(created?.event);
  const { changes, next } = (await owner.get(`${place}/changes?since=${start.next}`)).body;
  expect([
    created?.event.metadata.next,
    created?.event.metadata.changeSetId,
    created?.event.timestamp,
  ]).toEqual([...[next, changes[0].changeSetId, changes[0].at]]);
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
  await owner.post(`${place}/undo`, undefined);
  const [restored] = await receiver.next(1);
  expect(restored?.event).toMatchObject({ type: "record.created", data: { recordIds: [ada.id] } });
  const listed = await deliveries(webhookId, Array(4).fill("delivered"));
  expect(listed.map(({ id: eventId }) => eventId).reverse()).toEqual(
    [created, updated, deleted, restored].map((call) => call?.event.id),
  );
});

test("one event a write, type and table, in the order of the log; large ones in parts", long, async () => {
  const { tasks, records, receiver, subscribe } = await beginStory(owner);
  await subscribe({ events: ["record.created", "record.updated"] });
  const given = Array.from({ length: 1_201 }, (_, index) => ({ Name: String(index) }));
  const { body } = await owner.post(`${records}/bulk`, { records: given });
  const ids = body.records.map((record: { id: string }) => record.id);
  const created = await receiver.next(3);
  expect(created.flatMap(({ event }) => event.data.recordIds)).toEqual(ids);
  expect(created.map(({ event }) => [event.metadata.part, event.metadata.parts, event.data.tableId])).toEqual(
    [1, 2, 3].map((part) => [part, 3, tasks.id]),
  );
  expect(new Set(created.map(({ event }) => event.id)).size).toBe(3);
  const changed = ids.map((recordId: string) => ({ recordId, Points: 1 }));
  await owner.call(`${records}/bulk`, { method: "PUT", body: { records: changed } });
  const updated = await receiver.next(3);
  expect(updated.map(({ event }) => [event.metadata.part, event.data.records.length])).toEqual([
    ...[
      [1, 500],
      [2, 500],
      [3, 201],
    ],
  ]);
  expect(updated.flatMap(({ event }) => event.data.recordIds).sort()).toEqual([...ids].sort());
  for (let number = 0; number < 40; number += 1) {
    await owner.patch(`${records}/${ids[0]}`, { record: { Points: 100 + number } });
  }
  const after = await receiver.next(40);
  const before = after.map(({ event }) => Object.values(event.data.records[0].before)[0]);
  expect(before).toEqual([1, ...Array.from({ length: 39 }, (_, index) => 100 + index)]);
});

test("an event has at most a megabyte", async () => {
  const { table, records, receiver, subscribe } = await beginStory(owner);
  const { body: notes } = await owner.post(`${table}/fields`, { name: "Notes", type: "long_text" });
  await subscribe({ events: ["record.created"] });
  const given = Array.from({ length: 12 }, (_, index) => ({
    Name: String(index),
    Notes: "n".repeat(90_000),
  }));
  await owner.post(`${records}/bulk`, { records: given });
  const calls = await receiver.next(3);
  const names = calls.flatMap(({ event }) =>
    event.data.records.map((record: { fields: { Name: string } }) => record.fields.Name),
  );
  expect(names).toEqual(given.map(({ Name }) => Name));
  expect(calls.every(({ body }) => body.length < 1_010_000)).toBe(true);
  expect(calls[0]?.event.data.records[0].data[notes.id]).toHaveLength(90_000);
});

test("tables, fields, views and the database", long, async () => {
  const { base, tasks, place, table, id, subscribe, add, told } = await beginStory(owner);
  await add({ Name: "12" });
  await subscribe();
  const { body: people } = await owner.post(`${place}/tables`, {
    name: "People",
    fields: [{ name: "Name", type: "single_line_text" }],
  });
  expect(await told(1)).toEqual([{ type: "table.created", table: people }]);
  const { body: renamed } = await owner.patch(`${place}/tables/${people.id}`, { name: "Staff" });
  expect(await told(1)).toEqual([{ type: "table.updated", table: renamed }]);
  await owner.call(`${place}/tables/${people.id}`, { method: "DELETE" });
  expect(await told(1)).toEqual([{ type: "table.deleted", tableId: people.id }]);

  const { body: field } = await owner.post(`${table}/fields`, { name: "Age", type: "number" });
  expect(await told(1)).toEqual([{ type: "field.created", tableId: tasks.id, field }]);
  const name = tasks.fields.find((each) => each.id === id("Name"));
  const { body: number } = await owner.patch(`${table}/fields/${id("Name")}`, { type: "number" });
  expect(await told(1)).toEqual([
    { type: "field.updated", tableId: tasks.id, field: number, previousField: name },
  ]);
  await owner.call(`${table}/fields/${field.id}`, { method: "DELETE" });
  expect(await told(1)).toEqual([{ type: "field.deleted", tableId: tasks.id, fieldId: field.id }]);

  const ownerId = (await owner.get("/me")).body.id;
  await owner.post(`${table}/views`, { name: "Mine", type: "grid", ownerId });
  const { body: view } = await owner.post(`${table}/views`, { name: "All", type: "grid" });
  expect(await told(1)).toEqual([{ type: "view.created", tableId: tasks.id, view }]);
  const { body: sorted } = await owner.patch(`${table}/views/${view.id}`, {
    name: "Sorted",
    config: { hiddenFieldIds: [id("Points")] },
  });
  expect(await told(1)).toEqual([
    { type: "view.updated", tableId: tasks.id, view: sorted, previousView: view },
  ]);
  await owner.call(`${table}/views/${view.id}`, { method: "DELETE" });
  expect(await told(1)).toEqual([{ type: "view.deleted", tableId: tasks.id, viewId: view.id }]);

  const { body: work } = await owner.patch(place, { name: "More work" });
  expect(await told(1)).toEqual([
    {
      type: "database.updated",
      database: { ...work, updatedAt: expect.any(String), tables: [{ id: tasks.id, name: "Tasks" }] },
    },
  ]);
  expect(work.id).toBe(base.id);
});

test("an import, its undo, and a changed list of links", long, async () => {
  const { tasks, place, table, records, subscribe, add, told } = await beginStory(owner);
  const { id } = await add({ Name: "Ada", Points: 1 });
  const people = await owner.post(`${place}/tables`, {
    name: "People",
    fields: [
      { name: "Name", type: "single_line_text" },
      { name: "Tasks", type: "linked_record", template: { tableId: tasks.id } },
    ],
  });
  const { inverseFieldId } = people.body.fields[1].template;
  await subscribe();
  await owner.call(`${records}/import?mode=upsert&matchOn=Name`, {
    method: "POST",
    raw: "Name,Points\nAda,2\nBob,3\n",
    headers: { "Content-Type": "text/csv" },
  });
  expect(await told(1)).toEqual([{ type: "record.created", tableId: tasks.id, created: 1, updated: 1 }]);
  await owner.post(`${place}/undo`, undefined);
  expect(await told(2)).toEqual(
    expect.arrayContaining([
      { type: "record.deleted", tableId: tasks.id, deleted: 1 },
      { type: "record.updated", tableId: tasks.id, created: 0, updated: 1 },
    ]),
  );
  const linked = await owner.post(`${place}/tables/${people.body.id}/records`, {
    record: { Name: "Cyd", Tasks: [id] },
  });
  const { body: ada } = await owner.get(`${table}/records/${id}`);
  expect(await told(2)).toEqual(
    expect.arrayContaining([
      {
        type: "record.created",
        tableId: people.body.id,
        recordIds: [linked.body.id],
        records: [linked.body],
      },
      {
        type: "record.updated",
        tableId: tasks.id,
        recordIds: [id],
        records: [{ ...ada, changedFieldIds: [inverseFieldId], before: { [inverseFieldId]: [] } }],
      },
    ]),
  );
});

test("conditions: tables, fields, a filter, sources, and bodies without records", long, async () => {
  const { tasks, place, records, receiver, id, subscribe, add, told } = await beginStory(owner);
  const other = await owner.post(`${place}/tables`, {
    name: "Other",
    fields: [{ name: "Name", type: "single_line_text" }],
  });
  await subscribe({
    tableIds: ["Tasks"],
    fieldIds: ["Points"],
    filter: { field: "Points", greater_than: 10 } as never,
    sources: ["public_api"],
    includeRecords: false,
  });
  await owner.post(`${place}/tables/Other/records`, { record: { Name: "of another table" } });
  const small = await add({ Name: "small", Points: 1 });
  const large = await add({ Name: "large", Points: 11 });
  expect(await told(1)).toEqual([{ type: "record.created", tableId: tasks.id, recordIds: [large.id] }]);
  await owner.patch(`${records}/${large.id}`, { record: { Name: "of another field" } });
  await owner.patch(`${records}/${large.id}`, { record: { Points: 12 } });
  expect(await told(1)).toEqual([
    {
      type: "record.updated",
      tableId: tasks.id,
      recordIds: [large.id],
      changes: { [large.id]: { changedFieldIds: [id("Points")], before: { [id("Points")]: 11 } } },
    },
  ]);
  await owner.call(`${records}/${small.id}`, { method: "DELETE" });
  await owner.call(`${records}/${large.id}`, { method: "DELETE" });
  expect(await told(1)).toEqual([{ type: "record.deleted", tableId: tasks.id, recordIds: [large.id] }]);
  await owner.patch(`${place}/tables/${other.body.id}`, { name: "Another" });
  await owner.patch(`${place}/tables/${tasks.id}`, { name: "Work" });
  expect(await told(1)).toMatchObject([{ type: "table.updated", table: { id: tasks.id } }]);
  expect(receiver.calls).toEqual([]);
});

test("a record that was deleted meanwhile is sent as it was last", async () => {
  const { place, records, receiver, subscribe, add, webhook } = await beginStory(owner);
  const { id } = await subscribe({ active: false, events: ["record.created", "record.updated"] });
  const ada = await add({ Name: "Ada", Points: 1 });
  const { body: last } = await owner.patch(`${records}/${ada.id}`, { record: { Points: 2 } });
  await owner.call(`${records}/${ada.id}`, { method: "DELETE" });
  await owner.patch(`${place}/webhooks/${id}`, { active: true });
  const [created, updated] = await receiver.next(2);
  expect(created?.event.data.records).toEqual([last]);
  expect(updated?.event.data.records).toEqual([expect.objectContaining(last)]);
  expect((await webhook(id)).active).toBe(true);
});

test("a field that was deleted meanwhile is sent with its last name and type", async () => {
  const { tasks, place, table, id, subscribe, told } = await beginStory(owner);
  const webhook = await subscribe({ active: false, events: ["field.updated"] });
  const points = `${table}/fields/${id("Points")}`;
  await owner.patch(points, { type: "single_line_text" });
  await owner.patch(points, { name: "Score" });
  await owner.call(points, { method: "DELETE" });
  await owner.patch(`${place}/webhooks/${webhook.id}`, { active: true });
  const field = { id: id("Points"), name: "Score", type: "single_line_text" };
  expect(await told(2)).toMatchObject([
    { type: "field.updated", tableId: tasks.id, field, previousField: { ...field, type: "number" } },
    { type: "field.updated", tableId: tasks.id, field, previousField: { ...field, name: "Points" } },
  ]);
});

test("fields that its maker may not read do not exist", long, async () => {
  const { base, place, table, records, receiver, id, subscribe } = await beginStory(owner);
  const maker = await join(owner, { databases: [{ databaseId: base.id, role: "creator" }] });
  const rules = { tables: [], fields: [{ fieldId: id("Points"), read: "owner" }] };
  expect((await owner.call(`${place}/rules`, { method: "PUT", body: rules })).status).toBe(200);
  await subscribe({}, maker.api);
  const { body: ada } = await owner.post(records, { record: { Name: "Ada", Points: 73_412_341 } });
  await owner.patch(`${records}/${ada.id}`, { record: { Points: 73_412_342 } });
  await owner.patch(`${table}/fields/${id("Points")}`, { name: "Hidden points" });
  await owner.patch(`${records}/${ada.id}`, { record: { [id("Points")]: 73_412_343, Name: "Eve" } });
  await owner.call(`${records}/${ada.id}`, { method: "DELETE" });
  const calls = await receiver.next(3);
  expect(calls.map(({ event }) => event.type)).toEqual([
    "record.created",
    "record.updated",
    "record.deleted",
  ]);
  expect(calls.map(({ body }) => body).join()).not.toMatch(
    new RegExp(`7341234\\d|${id("Points")}|Hidden|Points`),
  );
  expect(calls[1]?.event.data.records[0].changedFieldIds).toEqual([id("Name")]);
  await owner.patch(`${place}/members/${maker.person.id}`, { role: "editor" });
  await owner.post(records, { record: { Name: "Bob" } });
  await expect
    .poll(async () => (await owner.get(`${place}/webhooks`)).body.webhooks[0])
    .toMatchObject({
      active: false,
      pausedAt: minted.time,
      pausedReason: "The person who created this webhook may no longer manage webhooks in this database.",
    });
  expect(receiver.calls).toEqual([]);
});

test("a webhook of a key that may not read has ids alone, and its key retargets no other", async () => {
  const { base, tasks, place, table, records, receiver, id, subscribe, add, told, deliveries } =
    await beginStory(owner);
  const { body: key } = await owner.post("/keys", { name: "Blind", scopes: ["write", "schema"] });
  const blind = new ApiClient(owner.origin, key.key);
  const { id: webhookId } = await subscribe({ includeRecords: true }, blind);
  const one = `${place}/webhooks/${webhookId}`;
  expect((await owner.patch(one, { includeRecords: true })).body.includeRecords).toBe(false);
  const ada = await add({ Name: "Ada" });
  await owner.patch(`${records}/${ada.id}`, { record: { Name: "Grace" } });
  await owner.call(`${records}/${ada.id}`, { method: "DELETE" });
  await owner.patch(`${table}/fields/Points`, { name: "Score" });
  await owner.patch(table, { name: "Jobs" });
  await owner.patch(`${table}/views/${tasks.views[0]?.id}`, { name: "All" });
  await owner.patch(place, { name: "Office" });
  const ofRecord = { tableId: tasks.id, recordIds: [ada.id] };
  expect(await told(7)).toEqual([
    { type: "record.created", ...ofRecord },
    { type: "record.updated", ...ofRecord },
    { type: "record.deleted", ...ofRecord },
    { type: "field.updated", tableId: tasks.id, fieldId: id("Points") },
    { type: "table.updated", tableId: tasks.id },
    { type: "view.updated", tableId: tasks.id, viewId: tasks.views[0]?.id },
    { type: "database.updated", database: { id: base.id } },
  ]);
  const kept = await deliveries(webhookId, Array(7).fill("delivered"));
  const created = kept.find(({ type }) => type === "record.created");
  const { body: shown } = await blind.get(`${one}/deliveries/${created?.id}`);
  expect(shown.body.data).toEqual(ofRecord);
  expect(shown.body.metadata.actor).toMatchObject({ kind: "key", name: null, person: null });

  const whole = await subscribe({ events: ["record.created"] });
  const other = `${place}/webhooks/${whole.id}`;
  await add({ Name: "Ada" });
  await receiver.next(2);
  const [sent] = await deliveries(whole.id, ["delivered"]);
  const path = `${other}/deliveries/${sent?.id}`;
  expect((await owner.get(path)).body.body.data.records).toHaveLength(1);
  expect((await blind.get(path)).body.body).toBeNull();
  const filter = { field: "Name", equals: "Ada" };
  const refusals = await Promise.all([
    blind.patch(other, { url: `${receiver.url}?` }),
    blind.patch(one, { tableIds: [tasks.id], filter }),
    blind.post(`${place}/webhooks`, {
      url: receiver.url,
      events: ["record.created"],
      tableIds: [tasks.id],
      filter,
    }),
  ]);
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await blind.patch(one, { url: `${receiver.url}?`, filter: null })).status).toBe(200);
  expect((await blind.patch(other, { active: false, name: "Off" })).body).toEqual({ id: whole.id });
});

test("a creator from whom fields are hidden neither reads nor retargets the webhook of an owner", async () => {
  const { base, place, receiver, id, subscribe, add, deliveries } = await beginStory(owner);
  const maker = await join(owner, { databases: [{ databaseId: base.id, role: "creator" }] });
  const { id: webhookId } = await subscribe({ events: ["record.created"] });
  const own = await subscribe({ events: ["record.deleted"] }, maker.api);
  const one = `${place}/webhooks/${webhookId}`;
  receiver.answer = (response, { body }) => response.end(body);
  await add({ Name: "Ada", Points: 73_412_341 });
  const [sent] = await deliveries(webhookId, ["delivered"]);
  const path = `${one}/deliveries/${sent?.id}`;
  expect((await maker.api.get(path)).body.body.data.records).toHaveLength(1);
  expect((await maker.api.patch(one, { url: `${receiver.url}?` })).status).toBe(200);
  const rules = { tables: [], fields: [{ fieldId: id("Points"), read: "owner" }] };
  expect((await owner.call(`${place}/rules`, { method: "PUT", body: rules })).status).toBe(200);
  expect((await maker.api.get(path)).body).toMatchObject({ status: "delivered", body: null });
  const answersFor = async (reader: ApiClient) =>
    JSON.stringify([
      (await reader.get(`${one}/deliveries`)).body,
      (await reader.call(`${path}/replay`, { method: "POST" })).body,
    ]);
  expect(await answersFor(maker.api)).not.toContain("73412341");
  expect(await answersFor(owner)).toContain("73412341");
  expect((await maker.api.patch(one, { url: receiver.url })).status).toBe(403);
  expect((await maker.api.patch(one, { active: false })).status).toBe(200);
  expect((await maker.api.patch(`${place}/webhooks/${own.id}`, { url: `${receiver.url}?` })).status).toBe(
    200,
  );
  expect((await owner.get(path)).body.body.data.records).toHaveLength(1);
});

test("a key that was just revoked neither makes nor changes webhooks", async () => {
  const { place, receiver, subscribe } = await beginStory(owner);
  const one = `${place}/webhooks/${(await subscribe()).id}`;
  const { body: made } = await owner.post("/keys", { name: "Leaked", scopes: ["read", "schema"] });
  const leaked = new ApiClient(owner.origin, made.key);
  expect((await leaked.get(one)).status).toBe(200);
  await owner.call(`/keys/${made.id}`, { method: "DELETE" });
  const answers = await Promise.all([
    leaked.post(`${place}/webhooks`, { url: receiver.url, events: ["record.created"] }),
    leaked.patch(one, { url: `${receiver.url}?` }),
    leaked.call(`${one}/rotate`, { method: "POST" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
});

test("a deleted field pauses the webhooks that name it", async () => {
  const { place, table, id, subscribe, add, webhook } = await beginStory(owner);
  const byField = await subscribe({ tableIds: ["Tasks"], fieldIds: ["Points"] });
  const byFilter = await subscribe({ tableIds: ["Tasks"], filter: { field: "Points", equals: 1 } as never });
  await owner.call(`${table}/fields/${id("Points")}`, { method: "DELETE" });
  await add({ Name: "Ada" });
  const reasonOf = async (webhookId: number) => (await webhook(webhookId)).pausedReason;
  await expect
    .poll(() => reasonOf(byField.id))
    .toBe(
      'The field "Points" in `fieldIds` no longer exists. Change `fieldIds`, then switch the webhook on again.',
    );
  await expect.poll(() => reasonOf(byFilter.id)).toMatch(/^The filter is no longer valid: /);
  const changed = await owner.patch(`${place}/webhooks/${byField.id}`, { fieldIds: null, active: true });
  expect(changed.body).toMatchObject({ active: true, pausedAt: null, pausedReason: null });
});

test("a webhook waits while its database is in the trash", async () => {
  const { base, receiver, place, subscribe, add, told } = await beginStory(owner);
  await subscribe();
  await add({ Name: "Ada" });
  await told(1);
  await owner.call(place, { method: "DELETE" });
  const { trash } = (await owner.get("/trash")).body;
  const entry = trash.find(({ itemId }: { itemId: string }) => itemId === base.id);
  await owner.post(`/trash/${entry.id}/restore`, undefined);
  expect(await told(1)).toMatchObject([{ type: "database.updated", database: { id: base.id } }]);
  await add({ Name: "Bob" });
  expect(await told(1)).toMatchObject([{ type: "record.created" }]);
  expect(receiver.calls).toEqual([]);
});
