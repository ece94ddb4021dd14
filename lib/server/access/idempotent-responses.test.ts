import { createHash, randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { fingerprintOf } from "../../api/write-headers";

let inside: InProcess;
let headers: { [name: string]: string };

beforeAll(async () => {
  inside = await startInProcess();
  const { mintApiKey } = await import("./keys");
  headers = {
    Authorization: `Bearer ${await mintApiKey({ name: "Writer" })}`,
    "Content-Type": "application/json",
  };
  return () => inside.stop();
});

async function post(path: string, body: object, key?: string) {
  const { handle } = await import("../../api/handle");
  const own = key === undefined ? headers : { ...headers, "Idempotency-Key": key };
  const sent = { method: "POST", headers: own, body: JSON.stringify(body) };
  const response = await handle(new Request(`http://rowhouse.test/api/v1${path}`, sent));
  const isRepeat = response.headers.get("Idempotency-Replayed") === "true";
  return { status: response.status, text: await response.text(), isRepeat };
}

test("a long response is repeated byte for byte, also as earlier versions stored it", async () => {
  const fields = [{ name: "Name", type: "long_text" }];
  const made = await post("/bases", { name: "Long", tables: [{ name: "T", fields }] });
  const { id } = JSON.parse(made.text);
  const path = `/bases/${id}/tables/T/records/bulk`;
  const body = {
    records: Array.from({ length: 2_000 }, (_, at) => ({ Name: `${at}\n"é" 永 🙂 \u2028`.repeat(20) })),
  };
  const key = randomUUID();
  const first = await post(path, body, key);
  expect([first.status, first.isRepeat]).toEqual([200, false]);
  expect(first.text.length).toBeGreaterThan(1_000_000);
  const again = await post(path, body, key);
  expect([again.status, again.isRepeat, again.text === first.text]).toEqual([200, true, true]);
  const { execute, Prisma } = await import("../db");
  await execute(
    Prisma.sql`UPDATE "StoredAnswer" SET "body" = replace("body", ${"\n"}, '') WHERE "key" = ${key}`,
  );
  const earlier = await post(path, body, key);
  expect([earlier.status, earlier.isRepeat, earlier.text === first.text]).toEqual([200, true, true]);
  const other = { records: [...body.records.slice(1), { Name: "another" }] };
  expect((await post(path, other, key)).status).toBe(422);
});

test("the fingerprint is that of earlier versions", async () => {
  const url = "http://rowhouse.test/api/v1/bases?dryRun=false";
  const values = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined));
  await fc.assert(
    fc.asyncProperty(values, fc.boolean(), async (sent, mayRead) => {
      const parts = ["POST", "/api/v1/bases", "?dryRun=false", mayRead ? sent : { sent, mayRead }];
      const expected = createHash("sha256").update(JSON.stringify(parts)).digest();
      const found = await fingerprintOf(new Request(url, { method: "POST" }), sent, { mayRead });
      expect(expected.equals(found)).toBe(true);
    }),
  );
});
