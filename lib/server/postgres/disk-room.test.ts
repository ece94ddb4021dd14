import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { startInProcess } from "../../../e2e/in-process";

const disk = vi.hoisted(() => ({ free: Number.POSITIVE_INFINITY }));
vi.mock("node:fs", async (original) => ({
  ...(await original<typeof import("node:fs")>()),
  statfsSync: () => ({ bavail: disk.free, bsize: 1 }),
}));

let call: (path: string, body: object, headers?: { [name: string]: string }) => Promise<number>;

beforeAll(async () => {
  const inside = await startInProcess();
  const { guardDisk } = await import("./disk-room");
  const { mintApiKey } = await import("../access/keys");
  const { handle } = await import("../../api/handle");
  const key = await mintApiKey({ name: "Test" });
  guardDisk("/");
  call = async (path, body, headers) => {
    const request = new Request(`http://rowhouse.test/api/v1${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", ...headers },
    });
    return (await handle(request)).status;
  };
  const fields = [{ type: "single_line_text", name: "Name" }];
  const base = { name: "B", tables: [{ name: "T", fields }] };
  const { body } = await inside.call("POST", "/bases", base);
  place = `/bases/${body.id}/tables/T/records`;
  return () => inside.stop();
});

let place: string;

test("on a full disk, writes are refused and reads continue", async () => {
  const once = () => ({ "Idempotency-Key": crypto.randomUUID() });
  const statuses = async () => [
    await call(place, { record: {} }),
    await call(place, { record: {} }, once()),
    await call(`${place}/list`, {}, once()),
    await call(`${place}/aggregate`, { aggregates: [] }, once()),
    await call(`${place}/list`, {}),
    await call(`${place}/aggregate`, { aggregates: [] }),
  ];
  disk.free = 64_000_000;
  expect(await statuses()).toEqual([201, 201, 200, 200, 200, 200]);
  disk.free--;
  await delay(50);
  expect(await statuses()).toEqual([503, 503, 200, 200, 200, 200]);
});
