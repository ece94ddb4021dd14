/** Attempts of webhooks that fail, and what becomes of them. */

import { type AddressInfo, createServer, type Server } from "node:net";
import type { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { openReceiver, status, taken, verify } from "../webhook-receiver";
import { type PeopleServer, startPeopleServer } from "./people-server";
import { beginStory } from "./webhook-story";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let owner: ApiClient;

test.beforeAll(async () => {
  server = await startPeopleServer({ WEBHOOK_ALLOW_PRIVATE: "true" });
  owner = server.owner;
});
test.afterAll(() => server.stop());

/** Waits until so many attempts of an event have failed, and has it tried again now. */
async function hurry(place: string, id: number, attempts: number): Promise<void> {
  const failed = `SELECT "pending" ->> 'id' AS "eventId" FROM "Webhook" WHERE "id" = $1 AND "attempts" = $2`;
  await expect.poll(() => server.query(failed, [id, attempts]), { intervals: [50] }).toHaveLength(1);
  const [row] = await server.query<{ eventId: string }>(failed, [id, attempts]);
  const path = `${place}/webhooks/${id}/deliveries/evt_${row?.eventId}/replay`;
  expect((await owner.post(path, undefined)).body).toMatchObject({ status: "retrying", nextAttemptAt: null });
}

/** The seconds until the next attempt of a webhook. */
async function secondsUntilNext(id: number): Promise<number> {
  const [row] = await server.query<{ seconds: number }>(
    `SELECT extract(epoch FROM "nextAttemptAt" - now())::float AS "seconds" FROM "Webhook" WHERE "id" = $1`,
    [id],
  );
  return row?.seconds ?? 0;
}

test("an event that is not taken is sent again with its id, and the others wait", async () => {
  const { place, receiver, subscribe, add, webhook, deliveries } = await beginStory(owner);
  receiver.answer = status(500);
  const { id, secret } = await subscribe({ events: ["record.created"] });
  await add({ Name: "Ada" });
  const [first] = await receiver.next(1);
  await add({ Name: "Bob" });
  const [failed] = await deliveries(id, ["retrying"]);
  expect(failed).toMatchObject({
    id: first?.event.id,
    type: "record.created",
    nextAttemptAt: expect.any(String),
    attempts: [{ status: 500, answer: "as you like", error: null }],
  });
  expect(await webhook(id)).toMatchObject({
    failingSince: failed?.attempts[0]?.at,
    lastDelivery: { status: 500, error: null },
    active: true,
  });
  expect(await secondsUntilNext(id)).toBeLessThan(6);
  await hurry(place, id, 1);
  const [second] = await receiver.next(1);
  expect(second?.event).toEqual({
    ...first?.event,
    metadata: { ...first?.event.metadata, attempt: 2 },
  });
  receiver.answer = taken;
  await hurry(place, id, 2);
  const [third, other] = await receiver.next(2);
  expect(third && verify(secret, third)).toMatchObject({ id: first?.event.id, metadata: { attempt: 3 } });
  expect(other?.event.data.records[0].fields.Name).toBe("Bob");
  const [, taken3] = await deliveries(id, ["delivered", "delivered"]);
  expect(taken3?.attempts.map((attempt) => attempt.status)).toEqual([500, 500, 204]);
  expect((await webhook(id)).failingSince).toBe(null);
});

test("Retry-After is obeyed, 410 pauses at once, and reactivated the event comes again", async () => {
  const { place, receiver, subscribe, add, webhook, deliveries } = await beginStory(owner);
  receiver.answer = status(503, { "Retry-After": "3000" });
  const { id } = await subscribe();
  await add({ Name: "Ada" });
  const [first] = await receiver.next(1);
  await deliveries(id, ["retrying"]);
  expect(Math.round((await secondsUntilNext(id)) / 100)).toBe(30);
  receiver.answer = status(410);
  await hurry(place, id, 1);
  await receiver.next(1);
  await deliveries(id, ["failed"]);
  expect(await webhook(id)).toMatchObject({
    active: false,
    pausedReason: "The receiver answered 410 Gone: it wants no more events.",
  });
  receiver.answer = taken;
  const { body } = await owner.patch(`${place}/webhooks/${id}`, { active: true });
  expect(body).toMatchObject({ active: true, pausedAt: null, pausedReason: null, failingSince: null });
  const [again] = await receiver.next(1);
  expect(again?.event).toMatchObject({ id: first?.event.id, metadata: { attempt: 3 } });
});

test("after the last attempt the webhook is paused", async () => {
  const { place, receiver, subscribe, add, webhook, deliveries } = await beginStory(owner);
  receiver.answer = status(302, { Location: receiver.url });
  const { id } = await subscribe();
  await add({ Name: "Ada" });
  await receiver.next(1);
  await deliveries(id, ["retrying"]);
  await server.query(`UPDATE "Webhook" SET "attempts" = 11 WHERE "id" = $1`, [id]);
  await hurry(place, id, 11);
  await deliveries(id, ["failed"]);
  expect(await webhook(id)).toMatchObject({
    active: false,
    pausedReason: "An event could not be delivered in 12 attempts. The last answer had the status 302.",
  });
  expect(receiver.calls).toHaveLength(1);
});

test("one delivery is sent again or skipped, or all since a time or place", async () => {
  const { place, receiver, subscribe, add, deliveries } = await beginStory(owner);
  const { id } = await subscribe();
  await add({ Name: "Ada" });
  await add({ Name: "Bob" });
  const [ada, bob] = await receiver.next(2);
  await deliveries(id, ["delivered", "delivered"]);
  const hook = `${place}/webhooks/${id}`;
  const one = await owner.get(`${hook}/deliveries/${ada?.event.id}`);
  expect(one.body).toMatchObject({ id: ada?.event.id, body: ada?.event });
  const replayed = await owner.post(`${hook}/deliveries/${ada?.event.id}/replay`, undefined);
  expect([replayed.status, replayed.body.status]).toEqual([202, "resending"]);
  const [again] = await receiver.next(1);
  expect(again?.event).toEqual({ ...ada?.event, metadata: { ...ada?.event.metadata, attempt: 2 } });
  await deliveries(id, ["delivered", "delivered"]);
  const skipped = await owner.post(`${hook}/deliveries/${ada?.event.id}/skip`, undefined);
  expect([skipped.status, skipped.body.error.code]).toEqual([409, "CONFLICT"]);

  await owner.post(`${hook}/replay`, { since: ada?.event.metadata.next });
  const [since] = await receiver.next(1);
  expect(since?.event.id).toBe(bob?.event.id);
  await owner.post(`${hook}/replay`, { since: ada?.event.timestamp });
  const all = await receiver.next(2);
  expect(all.map(({ event }) => event.id)).toEqual([ada?.event.id, bob?.event.id]);
  const nothing = await owner.post(`${hook}/replay`, { since: "2199-01-01T00:00:00Z" });
  const wrong = await owner.post(`${hook}/replay`, { since: "yesterday" });
  expect([nothing.status, wrong.status]).toEqual([200, 400]);

  receiver.answer = status(500);
  await add({ Name: "Cyd" });
  await add({ Name: "Dan" });
  const [cyd] = await receiver.next(1);
  await deliveries(id, ["retrying", "delivered", "delivered"]);
  receiver.answer = taken;
  const { body: passed } = await owner.post(`${hook}/deliveries/${cyd?.event.id}/skip`, undefined);
  expect(passed).toMatchObject({ id: cyd?.event.id, status: "skipped", nextAttemptAt: null });
  const [dan] = await receiver.next(1);
  expect(dan?.event.data.records[0].fields.Name).toBe("Dan");
  await deliveries(id, ["delivered", "skipped", "delivered", "delivered"]);
  const page = await owner.get(`${hook}/deliveries?limit=3`);
  const rest = await owner.get(`${hook}/deliveries?limit=3&cursor=${page.body.nextCursor}`);
  expect([page.body.deliveries.length, rest.body.deliveries.length, rest.body.nextCursor]).toEqual([
    3,
    1,
    null,
  ]);
  const only = await owner.get(`${hook}/deliveries?status=skipped`);
  expect(only.body.deliveries).toMatchObject([{ id: cyd?.event.id }]);
  const wrongCursor = await owner.get(`${hook}/deliveries?cursor=x`);
  const unknown = await owner.get(`${hook}/deliveries/evt_x`);
  expect([wrongCursor.status, unknown.status]).toEqual([400, 404]);
});

test("a test event is sent at once and not kept; both secrets sign after a rotation", async () => {
  const { base, place, receiver, subscribe, add, deliveries } = await beginStory(owner);
  const { id, secret } = await subscribe({
    active: false,
    headers: { Authorization: "Bearer of the receiver" },
  });
  const hook = `${place}/webhooks/${id}`;
  receiver.answer = status(418);
  const tried = await owner.post(`${hook}/test`, undefined);
  expect([tried.status, tried.body]).toEqual([
    200,
    {
      at: expect.any(String),
      status: 418,
      milliseconds: expect.any(Number),
      answer: "as you like",
      error: null,
    },
  ]);
  const [sent] = await receiver.next(1);
  expect(sent?.event).toEqual({
    ...{ id: expect.stringMatching(/^evt_/), type: "ping", timestamp: expect.any(String), data: {} },
    metadata: { webhookId: id, baseId: base.id, organizationId: 1, attempt: 1 },
  });
  expect([sent?.headers.authorization, sent?.headers["webhook-id"]]).toEqual([
    ...["Bearer of the receiver", sent?.event.id],
  ]);
  await deliveries(id, []);
  const { body: rotated } = await owner.post(`${hook}/rotate`, undefined);
  receiver.answer = taken;
  await owner.patch(hook, { active: true });
  await add({ Name: "Ada" });
  const [signed] = await receiver.next(1);
  expect(rotated.secret).not.toBe(secret);
  for (const each of [secret, rotated.secret]) expect(signed && verify(each, signed)).toEqual(signed?.event);
});

test("a receiver that hangs delays no other, and one that is deleted meanwhile comes to nothing", async () => {
  const { place, receiver, subscribe, add, told } = await beginStory(owner);
  const hanging = await openReceiver(() => {});
  const slow = await subscribe({ url: hanging.url });
  await subscribe({ events: ["record.created"] });
  await add({ Name: "Ada" });
  await hanging.next(1);
  await add({ Name: "Bob" });
  expect(await told(2)).toMatchObject([
    { records: [{ fields: { Name: "Ada" } }] },
    { type: "record.created" },
  ]);
  expect((await owner.call(`${place}/webhooks/${slow.id}`, { method: "DELETE" })).status).toBe(200);
  await hanging.close();
  await add({ Name: "Cyd" });
  await told(1);
  const rows = await server.query(`SELECT FROM "WebhookDelivery" WHERE "webhookId" = $1`, [slow.id]);
  expect([rows, hanging.atOnce, receiver.atOnce]).toEqual([[], 1, 1]);
});

test("hostile receivers are failures with a reason", async () => {
  const { place, subscribe } = await beginStory(owner);
  const cases: [string, Server, Record<string, unknown>][] = [];
  const listen = async (
    reason: string,
    answer: Record<string, unknown>,
    serve: Parameters<typeof createServer>[1],
  ) => {
    const hostile = createServer(serve).listen(0, "127.0.0.1");
    await new Promise((done) => hostile.once("listening", done));
    hostile.on("error", () => {});
    cases.push([reason, hostile, answer]);
  };
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";
  await listen(
    "closes at once",
    { status: null, error: "The connection was closed before an answer." },
    (socket) => {
      socket.on("error", () => {});
      socket.on("data", () => socket.destroy());
    },
  );
  await listen(
    "speaks no HTTP",
    { status: null, error: expect.stringMatching(/^The connection failed: /) },
    (socket) => {
      socket.on("error", () => {});
      socket.end("hello\r\n\r\n");
    },
  );
  await listen("streams for ever", { status: 200, answer: "n".repeat(2_000) }, (socket) => {
    socket.on("error", () => {});
    socket.on("data", () => {
      socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
      const timer = setInterval(() => socket.write(`2710\r\n${"n".repeat(10_000)}\r\n`), 5);
      socket.on("close", () => clearInterval(timer));
    });
  });
  await listen("claims a huge answer", { status: 200, answer: "n".repeat(2_000) }, (socket) => {
    socket.on("error", () => {});
    socket.on("data", () => socket.write(`${head}Content-Length: 99999999999\r\n\r\n${"n".repeat(100_000)}`));
  });
  for (const [reason, hostile, answer] of cases) {
    const { port } = hostile.address() as AddressInfo;
    const { id } = await subscribe({ url: `http://127.0.0.1:${port}/` });
    const { body } = await owner.post(`${place}/webhooks/${id}/test`, undefined);
    expect(body, reason).toMatchObject(answer);
    hostile.close();
  }
});

test("entries that have expired are said to be missing", async () => {
  const { base, place, receiver, subscribe, add } = await beginStory(owner);
  const { id } = await subscribe({ active: false });
  await add({ Name: "Ada" });
  await add({ Name: "Bob" });
  await server.query(
    `WITH gone AS (DELETE FROM "Change" WHERE "number" = (
        SELECT "number" FROM "Change" WHERE "baseId" = $1 AND "kind" = 'record' ORDER BY "number" LIMIT 1)
      RETURNING "baseId", "xid", "number")
     INSERT INTO "LogStart" SELECT * FROM gone`,
    [base.id],
  );
  await owner.patch(`${place}/webhooks/${id}`, { active: true });
  await add({ Name: "Cyd" });
  const calls = await receiver.next(2);
  expect(calls.map(({ event }) => [event.data.records[0].fields.Name, event.metadata.skipped])).toEqual([
    ["Bob", true],
    ["Cyd", undefined],
  ]);
});
