import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

let server: InProcess;
let baseId: string;

beforeAll(async () => {
  server = await startInProcess({ ownCluster: true });
  const { body } = await server.call("POST", "/bases", {
    name: "Test",
    tables: [{ name: "Things", fields: [{ name: "Name", type: "single_line_text" }] }],
  });
  baseId = body.id;
}, 60_000);
afterAll(() => server.stop());

async function write(): Promise<void> {
  const { status } = await server.call("POST", `/bases/${baseId}/tables/Things/records`, { record: {} });
  expect(status).toBe(201);
}

/** Renames the database in a long change set. */
async function renameLong(name: string, meanwhile: () => Promise<unknown>): Promise<void> {
  const { changeSet } = await import("../log/changes");
  const rights = { scopes: [], databases: null, expiresAt: null };
  const person = {
    id: randomUUID(),
    role: "owner",
    roles: {},
    name: null,
    email: null,
    isActive: true,
  } as const;
  const author = {
    actor: { kind: "key", id: randomUUID(), keyId: null, ...rights, person },
    changeSetId: randomUUID(),
  } as const;
  await changeSet(author, { databaseId: baseId, maxMs: 60_000 }, async (change) => {
    change.note({ kind: "base", tableId: null, itemId: baseId, before: { name: "Test" }, after: { name } });
    await change.store();
    await meanwhile();
  });
}

async function changesAfter(place: string) {
  const { listChanges } = await import("./history");
  return listChanges({ databaseId: baseId }, place);
}

test("a long change set does not hold up the changes of others, and comes after them", async () => {
  const { endOfLog } = await import("./history");
  const place = await endOfLog({ databaseId: baseId });
  const signals = new EventEmitter();
  const begun = once(signals, "begun");
  const renamed = renameLong("Later", () => {
    signals.emit("begun");
    return once(signals, "end");
  });
  await begun;
  await write();
  await expect.poll(async () => (await changesAfter(place)).changes).toMatchObject([{ kind: "record" }]);
  const { next } = await changesAfter(place);
  signals.emit("end");
  await renamed;
  expect((await changesAfter(next)).changes).toMatchObject([{ kind: "base", after: { name: "Later" } }]);
});

test("a long change set that fails leaves nothing, and the feed goes on", async () => {
  const { endOfLog } = await import("./history");
  const place = await endOfLog({ databaseId: baseId });
  for (let round = 0; round < 3; round++) {
    await expect(renameLong("Never", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  }
  await write();
  await expect.poll(async () => (await changesAfter(place)).changes).toMatchObject([{ kind: "record" }]);
});

test("whoever follows the feed meets every entry once, whatever runs at the same time", async () => {
  const { endOfLog } = await import("./history");
  let place = await endOfLog({ databaseId: baseId });
  let isOver = false;
  const short = Array.from({ length: 4 }, async () => {
    for (let round = 0; round < 25; round++) await write();
  });
  const long = Array.from({ length: 4 }, async (_, lane) => {
    for (let round = 0; round < 8; round++)
      await renameLong(`${lane} ${round}`, () => delay(Math.random() * 30));
  });
  const written = Promise.all([...short, ...long]).then(() => {
    isOver = true;
  });
  const seen: string[] = [];
  for (let isLast = false; !isLast; ) {
    isLast = isOver;
    const page = await changesAfter(place);
    seen.push(...page.changes.map((change) => JSON.stringify(change)));
    place = page.next;
  }
  await written;
  expect(seen).toHaveLength(4 * 25 + 4 * 8);
  expect(new Set(seen).size).toBe(seen.length);
});
