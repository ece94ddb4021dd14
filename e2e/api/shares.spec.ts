/** Expensive requests of one key do not block others. */
import { setTimeout as delay } from "node:timers/promises";
import type { Base } from "../../lib/contract/bases";
import type { Field } from "../../lib/contract/fields";
import { ApiClient, badRequestBody } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { type OwnServer, startOwnServer } from "./own-server";

test.describe.configure({ mode: "default" });

let server: OwnServer;
test.beforeAll(async () => {
  server = await startOwnServer({});
});
test.afterAll(() => server.stop());

test("texts that are slow to search", long, async () => {
  const { place, caller } = await attacker();
  const record = { record: { Notes: "a".repeat(100_000) } };
  for (let count = 0; count < 50; count++) expect((await server.api.post(place, record)).status).toBe(201);
  const condition = { field: "Notes", contains: `b${"a".repeat(999)}` };
  const attack = { filter: { or: Array(10).fill(condition) } };
  const statuses = await whileAttacked(24, () => caller.post(`${place}/list`, attack));
  for (const status of statuses) expect([200, 429, 503]).toContain(status);
  const longer = { field: "Notes", contains: `b${"a".repeat(49_000)}` };
  const refusal = await caller.post(`${place}/list`, { filter: longer });
  expect(refusal.status).toBe(400);
  expect(refusal.body.error.details).toContainEqual({
    path: "filter.contains",
    message: "takes at most 1,000 characters",
  });
});

test("writers that wait for a long change", long, async () => {
  const { place, fields, caller } = await attacker();
  const records = Array.from({ length: 2_000 }, (_, number) => ({
    Name: `${number}`,
    Notes: `${number} `.repeat(200),
  }));
  for (let count = 0; count < 10; count++) {
    expect((await server.api.post(`${place}/bulk`, { records })).status).toBe(200);
  }
  const { body: record } = await server.api.post(place, { record: {} });
  const change = server.api.patch(`${fields}/Notes`, { type: "single_line_text", allowLoss: true });
  await delay(200);
  const write = () => caller.patch(`${place}/${record.id}`, { record: { Name: "x" } });
  const statuses = await whileAttacked(25, write);
  for (const status of statuses) expect([200, 429, 503]).toContain(status);
  expect((await change).status).toBe(200);
});

test("lookups of lookups, without repeated work per lookup", async () => {
  const { base, place, fields } = await attacker();
  const table = { type: "linked_record", name: "Next", template: { tableId: "T" } };
  expect((await server.api.post(fields, table)).status).toBe(201);
  const lookup = (name: string, targetFieldId: string) =>
    server.api.post<Field>(fields, {
      type: "lookup",
      name,
      template: { linkFieldId: "Next", targetFieldId },
    });
  let target = "Name";
  for (let depth = 1; depth <= 5; depth++) {
    expect((await lookup(`L${depth}`, target)).status).toBe(201);
    target = `L${depth}`;
  }
  const tooDeep = "would make it read through a chain of 6 links; the maximum is 5";
  const refusal = badRequestBody(["template.targetFieldId", tooDeep]);
  expect((await lookup("L6", "L5")).body).toEqual(refusal);
  // From the other side: the lookups that read the first of five.
  expect((await lookup("Other", "Name")).status).toBe(201);
  const moved = await server.api.patch(`${fields}/L1`, { template: { targetFieldId: "Other" } });
  expect(moved.status).toBe(400);
  expect(JSON.stringify(moved.body)).toContain("a chain of 6 links");
  const ids: string[] = [];
  for (let count = 0; count < 7; count++) {
    const record = { Name: `${count}`, ...(count > 0 && { Next: [ids[count - 1]] }) };
    ids.push((await server.api.post(place, { record })).body.id);
  }
  const { body } = await server.api.get(`${place}/${ids[6]}`);
  expect([1, 2, 3, 4, 5].map((depth) => body.fields[`L${depth}`])).toEqual([
    ["5"],
    ["4"],
    ["3"],
    ["2"],
    ["1"],
  ]);
  expect((await server.api.get(`/bases/${base.id}`)).status).toBe(200);
});

/** A key for one database, and a table in it. */
async function attacker() {
  const fields = [
    { type: "single_line_text", name: "Name" },
    { type: "long_text", name: "Notes" },
  ];
  const tables = [{ name: "T", fields }];
  const { body: base } = await server.api.post<Base>("/bases", { name: "Attacked", tables });
  const { body } = await server.api.post("/keys", {
    name: "Attacker",
    scopes: ["read", "write"],
    databases: [base.id],
  });
  const table = `/bases/${base.id}/tables/T`;
  return {
    base,
    place: `${table}/records`,
    fields: `${table}/fields`,
    caller: new ApiClient(server.api.origin, body.key),
  };
}

/** Sends this number of calls in parallel, repeatedly, and checks that another key is served meanwhile. */
async function whileAttacked(
  atOnce: number,
  call: () => Promise<{ status: number }>,
): Promise<ReadonlySet<number>> {
  const { caller: victim, place } = await attacker();
  await server.api.post(place, { record: { Name: "mine" } });
  const statuses = new Set<number>();
  let isOver = false;
  const attack = Array.from({ length: atOnce }, async () => {
    while (!isOver) statuses.add((await call()).status);
  });
  await delay(500);
  const times: number[] = [];
  for (let count = 0; count < 20; count++) {
    const begin = performance.now();
    expect((await victim.post(`${place}/list`, {})).status).toBe(200);
    times.push(performance.now() - begin);
  }
  isOver = true;
  await Promise.all(attack);
  // Generous, as other tests may run: without shares it took seconds, or a 503.
  expect(Math.max(...times)).toBeLessThan(1_500);
  return statuses;
}
