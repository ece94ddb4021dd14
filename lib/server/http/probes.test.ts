import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Probes } from "./probes";

const probes = new Probes();
const server = createServer((request, response) => void probes.answer(request, response));
let origin: string;

beforeAll(async () => {
  process.env.LOG_LEVEL = "silent";
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function probe(name: string): Promise<unknown[]> {
  const answer = await fetch(`${origin}/${name}`);
  return [answer.status, await answer.json()];
}

test("a process is healthy at once, and ready while its database responds", async () => {
  expect(await probe("healthz")).toEqual([200, { status: "ok" }]);
  expect(await probe("readyz")).toEqual([503, { status: "starting" }]);
  let checks = 0;
  let isAway = false;
  probes.start(async () => {
    checks++;
    if (isAway) throw new Error("away");
  });
  const ready = [200, { status: "ok" }];
  expect(await Promise.all(Array.from({ length: 20 }, () => probe("readyz")))).toEqual(Array(20).fill(ready));
  expect(checks).toBe(1);
  isAway = true;
  await expect.poll(() => probe("readyz"), { timeout: 3_000 }).toEqual([503, { status: "unavailable" }]);
  expect(await probe("healthz")).toEqual([200, { status: "ok" }]);
  isAway = false;
  await expect.poll(() => probe("readyz"), { timeout: 3_000 }).toEqual(ready);
  probes.stop();
  expect(await probe("readyz")).toEqual([503, { status: "stopping" }]);
});

test("a database that never responds makes the process unavailable", async () => {
  const stuck = new Probes();
  const other = createServer((request, response) => void stuck.answer(request, response));
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  stuck.start(() => new Promise(() => {}));
  const answer = await fetch(`http://127.0.0.1:${(other.address() as AddressInfo).port}/readyz`);
  expect(answer.status).toBe(503);
  other.close();
});
